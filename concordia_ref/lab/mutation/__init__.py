"""How strong the conformance suite is: changed rules and changed code, and whether a scenario notices."""
