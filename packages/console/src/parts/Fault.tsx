import { HedgerowError } from "@hedgerow/client"
import { Alert, Button, Group, Text } from "@mantine/core"
import IconAlertTriangle from "@tabler/icons-react/icons/IconAlertTriangle"

const hintOf = (error: unknown): string | undefined => {
  if (!(error instanceof HedgerowError)) return undefined
  const { hint } = error.extra
  return typeof hint === "string" ? hint : undefined
}

/** An error in the words of the API; those of a server that cannot be reached are the console's own. */
export const faultText = (error: unknown): string => {
  if (error instanceof HedgerowError) return error.detail
  if (error instanceof TypeError) return "The server cannot be reached."
  return error instanceof Error ? error.message : String(error)
}

/** An error where the answer would stand, with a button to try again. */
export const Fault = ({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) => {
  const hint = hintOf(error)
  return (
    <Alert
      role="alert"
      color="red"
      variant="outline"
      icon={<IconAlertTriangle aria-hidden />}
      styles={{ icon: { color: "var(--mantine-color-error)" } }}
    >
      <Text size="sm">{faultText(error)}</Text>
      {hint === undefined ? null : <Text size="sm" c="dimmed" mt={4}>{hint}</Text>}
      {onRetry === undefined
        ? null
        : (
          <Group mt="xs">
            <Button size="xs" variant="default" onClick={onRetry}>Try again</Button>
          </Group>
        )}
    </Alert>
  )
}
