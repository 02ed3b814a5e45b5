import type { Answer, Client } from "@hedgerow/client"
import { createContext, useContext } from "react"

/** A project as the API returns it. */
export type Project = Answer<"project.project">

/** The user as the API returns it. */
export type User = Answer<"identity.me">

/** The project that a page is about, and the API about it. */
export interface Here {
  readonly project: Project
  readonly client: Client
  readonly user: User
}

const HereContext = createContext<Here | undefined>(undefined)

export const HereProvider = HereContext.Provider

/** The project of the page. */
export const useHere = (): Here => {
  const here = useContext(HereContext)
  if (here === undefined) throw new Error("Only pages of a project have one.")
  return here
}
