import { Button, type ButtonProps } from "@mantine/core"
import type { ComponentProps } from "react"

type QuietButtonProps = ButtonProps & Pick<ComponentProps<"button">, "aria-label" | "onClick">

/** A button that stands back: adding to a form, and taking away. */
export const QuietButton = (props: QuietButtonProps) => (
  <Button variant="subtle" color="gray" size="compact-sm" c="dimmed" {...props} />
)
