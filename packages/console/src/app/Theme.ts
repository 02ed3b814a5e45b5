import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from "@mantine/core"

/** The green of hedges; text on the sixth shade and lighter text on dark pages have a contrast of at least 4.5. */
const hedge: MantineColorsTuple = [
  "#eaf7f0",
  "#d3ecdf",
  "#a6d9bf",
  "#77c69d",
  "#4fb681",
  "#35a26c",
  "#237d50",
  "#1c6b43",
  "#155838",
  "#0c432a"
]

/** The dark pages: the paper of dark charts is the same. */
const dark: MantineColorsTuple = [
  "#e5e7eb",
  "#c3cad5",
  "#b6bfcc",
  "#8a96a8",
  "#3d4a5d",
  "#2d3848",
  "#1c2635",
  "#111827",
  "#0d131f",
  "#080c14"
]

/** A page has one banner: the head of a dialog is no other one. */
const dialog = {
  defaultProps: { attributes: { header: { role: "presentation" } }, closeButtonProps: { "aria-label": "Close" } }
}

/** The look of all components. */
export const theme = createTheme({
  components: {
    // Its list belongs to the part of the page that it was opened in.
    Combobox: { defaultProps: { withinPortal: false } },
    Drawer: dialog,
    Modal: dialog
  },
  primaryColor: "hedge",
  primaryShade: { light: 6, dark: 6 },
  colors: { hedge, dark },
  fontFamily: "system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif",
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
  headings: { fontWeight: "650", sizes: { h1: { fontSize: "1.375rem" }, h2: { fontSize: "1.05rem" } } },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true
})

/** Colours whose defaults have too little contrast. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": "#495057",
    "--mantine-color-error": "#c92a2a",
    "--mantine-color-placeholder": "#5f6870",
    "--mantine-color-anchor": "#1c6b43",
    "--console-line": "#dfe3e8",
    "--console-soft": "#f6f8f7",
    "--console-accent": "#1c6b43"
  },
  dark: {
    "--mantine-color-dimmed": "#b6bfcc",
    "--mantine-color-error": "#ff8787",
    "--mantine-color-placeholder": "#98a3b3",
    "--mantine-color-anchor": "#77c69d",
    "--console-line": "#2d3848",
    "--console-soft": "#0d131f",
    "--console-accent": "#77c69d"
  }
})
