import { Typography } from "@mantine/core"
import "@mantine/core/styles/Typography.css"
import ReactMarkdown from "react-markdown"

/** A text in Markdown; HTML in it stays text, and images are left out, as they would ask other hosts. */
const Markdown = ({ text }: { readonly text: string }) => (
  <Typography p="md">
    <ReactMarkdown disallowedElements={["img"]} unwrapDisallowed>{text}</ReactMarkdown>
  </Typography>
)

// oxlint-disable-next-line import/no-default-export -- what is loaded on demand is a default export.
export default Markdown
