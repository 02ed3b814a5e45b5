import { Button, Group, NativeSelect, TextInput } from "@mantine/core"
import { useMutation, useQuery } from "@tanstack/react-query"
import { useHere } from "../../api/Project.ts"
import { cache } from "../../api/Server.ts"
import { Fault } from "../../parts/Fault.tsx"
import { valueText } from "../../parts/Values.ts"

/** The variables of the project. */
export const useVariables = () => {
  const { client, project } = useHere()
  return useQuery({
    queryKey: [project.id, "variables"],
    queryFn: async ({ signal }) => (await client.insightVariables.list({ limit: 200 }, { signal })).results
  })
}

type Known = NonNullable<ReturnType<typeof useVariables>["data"]>[number]

interface VariablesProps {
  /** The names in the statement. */
  readonly names: ReadonlyArray<string>
  /** What is written for each; a variable without has its default. */
  readonly written: Readonly<Record<string, string>>
  readonly onWrite: (name: string, value: string) => void
}

const Field = (
  { onWrite, value, variable }: {
    readonly variable: Known
    readonly value: string | undefined
    readonly onWrite: (value: string) => void
  }
) => {
  const { code_name, default_value, name, type } = variable
  const usual = valueText(default_value ?? "")
  const choices = type === "Boolean"
    ? ["true", "false"]
    : Array.isArray(variable.values)
    ? variable.values.map(valueText)
    : []
  return choices.length > 0
    ? (
      <NativeSelect
        label={name}
        title={`{variables.${code_name}}`}
        data={choices}
        value={value ?? usual}
        onChange={(event) => onWrite(event.currentTarget.value)}
      />
    )
    : (
      <TextInput
        label={name}
        title={`{variables.${code_name}}`}
        type={type === "Date" ? "date" : "text"}
        inputMode={type === "Number" ? "decimal" : undefined}
        value={value ?? usual}
        onChange={(event) => onWrite(event.currentTarget.value)}
        w={180}
      />
    )
}

const Make = ({ name }: { readonly name: string }) => {
  const { client, project } = useHere()
  const { error, isPending, mutate } = useMutation({
    mutationFn: () => client.insightVariables.create({ body: { name, type: "String", default_value: "" } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: [project.id, "variables"] })
  })
  return (
    <>
      <Button variant="default" loading={isPending} onClick={() => mutate()}>{`Make the variable ${name}`}</Button>
      {error === null ? null : <Fault error={error} />}
    </>
  )
}

/** A field for each variable of the statement, `{variables.name}`; one that the project lacks is made by a button. */
export const Variables = ({ names, onWrite, written }: VariablesProps) => {
  const { data, error } = useVariables()
  if (names.length === 0) return null
  if (error !== null) return <Fault error={error} />
  if (data === undefined) return null
  return (
    <Group
      gap="sm"
      p="sm"
      align="end"
      role="group"
      aria-label="Variables"
      style={{ borderTop: "1px solid var(--console-line)" }}
    >
      {names.map((name) => {
        const variable = data.find(({ code_name }) => code_name === name)
        return variable === undefined
          ? <Make key={name} name={name} />
          : <Field key={name} variable={variable} value={written[name]} onWrite={(value) => onWrite(name, value)} />
      })}
    </Group>
  )
}
