import { useEffect, useRef } from "react"

/** Runs a function when a letter is pressed with Ctrl or ⌘. */
export const useShortcut = (letter: string, run: () => void): void => {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== letter) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener("keydown", pressed)
    return () => document.removeEventListener("keydown", pressed)
  }, [letter])
}
