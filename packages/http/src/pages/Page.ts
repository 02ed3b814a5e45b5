import { escapeHtml } from "./PageText.ts"

/** A page; `style` and `body` stand in it as they are, the other texts cannot end what they stand in. */
export interface PageParts {
  readonly language: string
  readonly title: string
  readonly style: string
  readonly body: string
}

/** A page that loads no resources but those that its body names. */
export const pageOf = ({ body, language, style, title }: PageParts): string =>
  `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`
