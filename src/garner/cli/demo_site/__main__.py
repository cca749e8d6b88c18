from garner.cli.demo_site.server import main

main()
