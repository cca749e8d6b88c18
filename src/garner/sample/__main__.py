from garner.sample.server import main

main()
