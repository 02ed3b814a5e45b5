import { Button, Divider, Stack } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { providerAddress } from "../../api/Session.ts"
import { Fault } from "../../parts/Fault.tsx"

/** Leaves for the provider's page. */
export const ProviderButton = ({ name, next }: { readonly name: string; readonly next: string }) => {
  const { error, isPending, isSuccess, mutate } = useMutation({
    mutationFn: () => providerAddress(next),
    onSuccess: (url) => window.location.assign(url)
  })
  return (
    <Stack gap="sm">
      <Divider label="or" />
      {error === null ? null : <Fault error={error} />}
      <Button variant="default" loading={isPending || isSuccess} onClick={() => mutate()}>
        {`Log in with ${name}`}
      </Button>
    </Stack>
  )
}
