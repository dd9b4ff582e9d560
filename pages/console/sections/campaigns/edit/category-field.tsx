import { useQuery } from "@tanstack/preact-query";
import { answerOf } from "../../../../../clients/typescript/src";
import { SelectField } from "../../../../shared/parts/field";
import { Loaded } from "../../../parts/one";
import { server } from "../../../session";
import { NAMED } from "./draft";
import { useEditText } from "./texts";

interface CategoryFieldProps {
  label: string;
  value: string;
  error: string | undefined;
  onCategory: (category: string) => void;
}

/** One of the project's categories, or a name that is none of theirs where there is one already. */
export function CategoryField({ label, value, error, onCategory }: CategoryFieldProps) {
  const t = useEditText();
  const query = useQuery({
    queryKey: ["categories", "picker"],
    queryFn: () => answerOf(server().GET("/v1/categories", { params: { query: { limit: 100 } } })),
  });
  const own = value.startsWith(NAMED) ? [[value, value.slice(NAMED.length)] as const] : [];
  return (
    <Loaded query={query} lines={1}>
      {({ data }) => (
        <SelectField
          label={label}
          error={error}
          value={value}
          choices={[
            ["", t("category.none")],
            ...own,
            ...data.map(({ id, name }) => [id, name] as const),
          ]}
          onValue={onCategory}
        />
      )}
    </Loaded>
  );
}
