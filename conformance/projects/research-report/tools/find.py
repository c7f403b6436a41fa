from awp import app


@app.tool(
    # the name under which agents call it
    "report.find",
    retries=2,
)
def find(text: str) -> list[str]:
    return []


@mcp.tool(name="report.plot")
def plot(values: list[float]) -> str:
    return ""
