"""Printed answers: are they right, and can they come from any data at all?"""
