import { Input, SegmentedControl } from "@mantine/core";
import { KIND_WORDS, KINDS, type KindChoice } from "../../../parts/record/kinds";

const CHOICES = [
  { value: "auto", label: "Any" },
  ...KINDS.map((kind) => ({ value: kind, label: KIND_WORDS[kind].label })),
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
          maw="100%"
          style={{ flexWrap: "wrap" }} // more kinds than fit beside each other on a phone
        />
      </div>
    </div>
  );
}
