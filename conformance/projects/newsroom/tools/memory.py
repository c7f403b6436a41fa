@app.tool("memory.curate")
def curate(): ...


@app.tool("memory.write")
def write(): ...


@mcp.tool("headline")
def headline(): ...
