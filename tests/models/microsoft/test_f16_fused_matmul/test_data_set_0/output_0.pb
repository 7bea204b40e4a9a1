
JN¾Tž>ÁTÔLïTæ$—T'OšT˜¹KT