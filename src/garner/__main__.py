from garner.cli.main import app

app()
