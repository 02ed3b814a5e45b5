import { Button, Group } from "@mantine/core"

interface ShowMoreProps {
  readonly isThere: boolean
  readonly isLoading: boolean
  readonly onMore: () => void
  readonly children: string
}

/** The button under a list that has further entries. */
export const ShowMore = ({ children, isLoading, isThere, onMore }: ShowMoreProps) =>
  isThere
    ? (
      <Group justify="center" p="sm">
        <Button variant="default" size="xs" loading={isLoading} onClick={onMore}>{children}</Button>
      </Group>
    )
    : null
