import { Anchor, Skeleton, Stack, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useRouter } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { cache } from "../../api/Server.ts"
import { comeBack } from "../../api/Session.ts"
import { basePath } from "../../browser/Base.ts"
import { Fault } from "../../parts/Fault.tsx"
import { CodeForm } from "./CodeForm.tsx"
import { ownPath } from "./OwnPath.ts"

/** Who comes back from the provider is signed in. The answer in the address is used once, and goes from the address. */
export const ProviderPage = () => {
  const router = useRouter()
  const [search] = useState(() => window.location.search)
  const { data, error } = useQuery({
    queryKey: ["provider", search],
    queryFn: () => comeBack(search),
    retry: false,
    staleTime: Infinity
  })
  useEffect(() => {
    window.history.replaceState(window.history.state, "", window.location.pathname)
  }, [])
  const arrive = async (next: string) => {
    cache.clear()
    await router.navigate({ href: ownPath(next) })
  }
  useEffect(() => {
    if (data !== undefined && data.secondStep === undefined) void arrive(data.next)
  }, [data])
  if (data?.secondStep !== undefined) {
    return <CodeForm token={data.secondStep} onArrive={() => arrive(data.next)} />
  }
  return (
    <main className="entry">
      <Stack>
        <Title order={1}>{error === null ? "Logging in" : "You are not logged in"}</Title>
        {error === null ? <Skeleton height={120} /> : <Fault error={error} />}
        {error === null ? null : <Anchor size="sm" href={`${basePath}/login`}>Back to the log-in</Anchor>}
      </Stack>
    </main>
  )
}
