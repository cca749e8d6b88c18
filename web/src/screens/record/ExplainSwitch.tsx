import { Switch } from "@mantine/core";

export function ExplainSwitch({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <Switch
      label="Explain"
      description="Where each field came from, and how sure that is"
      checked={isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
