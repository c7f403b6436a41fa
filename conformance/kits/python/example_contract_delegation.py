"""Who may hand work to whom: not too deep (DT-001), and never in a circle (DT-002)."""

from example_json import at, is_integer, texts

DEFAULT_DEPTH = 5


def register(adapter):
    """Offers what this module can answer."""

    @adapter.method("contract/delegate")
    def delegate(maxDepth=None, chain=None, to=None):
        refusal = refused(texts(chain), to, depth(maxDepth))
        return {"allowed": True} if refusal is None else {"allowed": False, "error": {"message": refusal}}

    @adapter.method("contract/delegation_run")
    async def delegation_run(host, root=None, maxDepth=None):
        """Asks the root, then everybody whom a delegation reaches, the first branch to its end before the second.

        The limit is the root's, all the way down: what an agent says about it changes nothing.
        """
        host.idle()
        refusals, reached = [], [[root]]
        while reached:
            chain = reached.pop()
            reply = await host.agent(agentId=chain[-1], chain=chain)
            allowed = []
            for to in texts(at(reply, "delegateTo")):
                refusal = refused(chain, to, depth(maxDepth))
                if refusal is None:
                    allowed.append([*chain, to])
                else:
                    refusals.append({"from": chain[-1], "to": to, "error": {"message": refusal}})
            reached += reversed(allowed)
        return {"refused": refusals}


def depth(given):
    return given if is_integer(given) else DEFAULT_DEPTH


def refused(chain, to, most):
    """Why the last agent of `chain` may not delegate to `to`; None if it may. The root is at depth 0."""
    if to in chain:
        return f"{to} is in the delegation chain already: {' > '.join(chain)}"
    if len(chain) > most:
        return f"delegation to {to} would be at depth {len(chain)}, and the limit is {most}"
    return None
