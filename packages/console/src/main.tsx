import "./app/Styles.ts"
import { MantineProvider } from "@mantine/core"
import { QueryClientProvider } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { cache } from "./api/Server.ts"
import { routes } from "./app/Routes.tsx"
import { cssVariables, theme } from "./app/Theme.ts"
import { colorScheme } from "./browser/ColorScheme.ts"
import { styleNonce } from "./browser/Nonce.ts"
import { reloadOnce } from "./browser/Reload.ts"

addEventListener("vite:preloadError", reloadOnce)

const place = document.querySelector("#console")
if (place !== null) {
  createRoot(place).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={colorScheme}
        defaultColorScheme="auto"
        getStyleNonce={() => styleNonce}
      >
        <QueryClientProvider client={cache}>
          <RouterProvider router={routes} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  )
}
