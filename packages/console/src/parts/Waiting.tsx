import { Skeleton } from "@mantine/core"

/** What stands where a page will be. */
export const Waiting = () => (
  <div className="page" aria-busy="true" aria-label="Loading">
    <Skeleton height={28} width={220} mb={24} />
    <Skeleton height={320} />
  </div>
)
