
JS{S{S{