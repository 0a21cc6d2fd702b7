"""What checks an answer, in this order:

run        call the student's function on copies of a case's arguments: an Outcome
compare    set the outcome beside what is expected: a Fault, or none
diagnose   find what to say of a fault: a Diagnosis
feedback   all that is told to the student, in fields: a Feedback
present    the Feedback as HTML and as plain text

Nothing flows back. exercise, question and prediction are the entries whose `judge` goes this way.
"""
