import { Text } from "@mantine/core"
import type { ReactNode } from "react"

/** One fact about the record of a page, under its name. */
export const Facts = ({ children, name }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="card" style={{ padding: 12 }}>
    <Text size="xs" c="dimmed">{name}</Text>
    <Text size="sm" component="div">{children}</Text>
  </div>
)
