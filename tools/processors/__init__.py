"""Do the tests hold, and the notebooks' outputs, on other processors than this one?"""
