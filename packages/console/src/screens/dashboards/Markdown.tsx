import { Anchor, Typography } from "@mantine/core"
import "@mantine/core/styles/Typography.css"
import ReactMarkdown, { type Components } from "react-markdown"

/** A link inside of a text is told by more than its colour. */
const components: Components = {
  a: ({ children, href = "" }) => <Anchor href={href} inherit underline="always">{children}</Anchor>
}

/** A text in Markdown; HTML in it stays text, and images are left out, as they would ask other hosts. */
const Markdown = ({ text }: { readonly text: string }) => (
  <Typography p="md">
    <ReactMarkdown components={components} disallowedElements={["img"]} unwrapDisallowed>{text}</ReactMarkdown>
  </Typography>
)

// oxlint-disable-next-line import/no-default-export -- what is loaded on demand is a default export.
export default Markdown
