import { SegmentedControl, useMantineColorScheme } from "@mantine/core";

const CHOICES = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "auto", label: "As the system" },
];

export function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      aria-label="Colours"
      data={CHOICES}
      value={colorScheme}
      onChange={(chosen) => setColorScheme(chosen as typeof colorScheme)}
    />
  );
}
