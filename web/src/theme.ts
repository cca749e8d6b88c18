import { createTheme, type MantineColorsTuple } from "@mantine/core";

const sheaf: MantineColorsTuple = [
  "#ebfbee",
  "#d3f9d8",
  "#b2f2bb",
  "#8ce99a",
  "#69db7c",
  "#51cf66",
  "#40c057",
  "#2f9e44",
  "#237a35",
  "#1b5e29",
];

export const theme = createTheme({
  primaryColor: "sheaf",
  // Dark enough for readable white text (WCAG AA).
  primaryShade: { light: 8, dark: 8 },
  colors: { sheaf },
  autoContrast: true,
  fontFamily: "Inter, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Modal: { defaultProps: { closeButtonProps: { "aria-label": "Close" } } },
    Notification: { defaultProps: { closeButtonProps: { "aria-label": "Close" } } },
    Drawer: { defaultProps: { closeButtonProps: { "aria-label": "Close" } } },
  },
});
