"""Pages chosen by what they cover, made once a worker and read by every reader of pages."""
