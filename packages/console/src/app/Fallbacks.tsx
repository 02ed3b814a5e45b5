import { Anchor } from "@mantine/core"
import { useRouter } from "@tanstack/react-router"
import { basePath } from "../browser/Base.ts"
import { Fault } from "../parts/Fault.tsx"
import { Empty } from "../parts/Page.tsx"

/** An address without a page. */
export const NotThere = () => (
  <div className="page">
    <Empty title="There is no page here">
      <Anchor href={`${basePath}/`}>Go to the start</Anchor>
    </Empty>
  </div>
)

/** A page that cannot be shown. */
export const PageFault = ({ error }: { readonly error: unknown }) => {
  const router = useRouter()
  return (
    <div className="page">
      <Fault error={error} onRetry={() => void router.invalidate()} />
    </div>
  )
}
