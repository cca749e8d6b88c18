import { Input, SegmentedControl } from "@mantine/core";
import type { KindChoice } from "./sendSummary";

const CHOICES = [
  { value: "auto", label: "Any" },
  { value: "recipe", label: "Recipe" },
  { value: "product", label: "Product" },
  { value: "posting", label: "Posting" },
] satisfies { value: KindChoice; label: string }[];

interface Props {
  kind: KindChoice;
  isFixed: boolean;
  onChange: (kind: KindChoice) => void;
}

export function KindPicker({ kind, isFixed, onChange }: Props) {
  return (
    <div>
      <Input.Label component="div" id="kind-of-record">
        Kind of record
      </Input.Label>
      <div>
        <SegmentedControl
          aria-labelledby="kind-of-record"
          data={CHOICES}
          value={kind}
          disabled={isFixed}
          onChange={(chosen) => onChange(chosen as KindChoice)}
        />
      </div>
    </div>
  );
}
