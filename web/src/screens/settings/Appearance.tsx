import { SegmentedControl, useMantineColorScheme } from "@mantine/core";

const CHOICES = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "auto", label: "System" },
];

export function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      aria-label="Color scheme"
      data={CHOICES}
      value={colorScheme}
      onChange={(chosen) => setColorScheme(chosen as typeof colorScheme)}
    />
  );
}
