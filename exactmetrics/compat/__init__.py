"""The functions of other libraries under their own names and options, with exact numbers coming out."""
