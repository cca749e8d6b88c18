import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
// The first path segments that belong to the API. Written by `make docs`.
import apiRoots from "./apiRoots.json";

export default defineConfig({
  plugins: [react()],
  envPrefix: ["VITE_", "REACT_APP_"],
  build: { outDir: "../src/garner/page", emptyOutDir: true, manifest: true, target: "es2022" },
  server: {
    proxy: Object.fromEntries(
      apiRoots.map((root) => [`/${root}`, process.env.GARNER_DEV_API ?? "http://localhost:8000"]),
    ),
  },
});
