import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// What belongs to the API, and goes to it while the page is being worked on.
const API = ["/api", "/auth", "/recipes", "/parse-requests", "/docs", "/openapi.json", "/health", "/ready"];

export default defineConfig({
  plugins: [react()],
  envPrefix: ["VITE_", "REACT_APP_"],
  build: { outDir: "../src/garner/page", emptyOutDir: true, manifest: true, target: "es2022" },
  server: {
    proxy: Object.fromEntries(
      API.map((path) => [path, process.env.GARNER_DEV_API ?? "http://localhost:8000"]),
    ),
  },
});
