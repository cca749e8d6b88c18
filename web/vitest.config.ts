import { defineConfig } from "vitest/config";

// Tests compare dates, times and numbers as text. Worker processes read the time zone and the locale when they start.
process.env.TZ = "America/New_York";
process.env.LC_ALL = "en_US.UTF-8";

export default defineConfig({
  test: {
    environment: "node",
    include: ["src/**/*.test.ts"],
    setupFiles: ["vitest.setup.ts"],
    pool: "forks", // threads would keep the locale of the process that started them
    isolate: false, // six times as fast; tests of modules with state load them anew
    unstubGlobals: true,
    restoreMocks: true,
  },
});
