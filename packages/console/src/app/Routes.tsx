import { HedgerowError } from "@hedgerow/client"
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect
} from "@tanstack/react-router"
import type { Project, User } from "../api/Project.ts"
import { api, cache } from "../api/Server.ts"
import { readSession } from "../api/Session.ts"
import { basePath } from "../browser/Base.ts"
import { optionalText } from "../browser/SearchFields.ts"
import { Waiting } from "../parts/Waiting.tsx"
import { type Kind, kindIn } from "../screens/definitions/Kinds.ts"
import { type Question, questionIn } from "../screens/insights/Question.ts"
import { type View, viewIn } from "../screens/sql/Views.ts"
import { NotThere, PageFault } from "./Fallbacks.tsx"
import { ProjectFrame } from "./ProjectFrame.tsx"

/** The user; who has not signed in yet is asked to, and comes back. */
const requireUser = async (next: string): Promise<User> => {
  try {
    return await cache.ensureQueryData({
      queryKey: ["me"],
      queryFn: async () => {
        await readSession()
        return api.identity.me()
      },
      staleTime: 60_000,
      retry: false
    })
  } catch (error) {
    if (error instanceof HedgerowError && error.status === 401) throw redirect({ to: "/login", search: { next } })
    throw error
  }
}

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotThere, errorComponent: PageFault })

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  beforeLoad: async () => {
    const { team } = await requireUser("/")
    if (team === null) throw new Error("You belong to no project yet. Ask whoever runs this server to invite you.")
    throw redirect({ to: "/project/$project", params: { project: String(team.id) } })
  }
})

const entry = <Path extends string>(path: Path) => {
  const getParentRoute = () => rootRoute
  const validateSearch = (search: Record<string, unknown>): { readonly next?: string } => optionalText(search, "next")
  return { getParentRoute, path, validateSearch }
}

const loginRoute = createRoute({
  ...entry("/login"),
  component: lazyRouteComponent(() => import("../screens/entry/LoginPage.tsx"), "LoginPage")
})

const setupRoute = createRoute({
  ...entry("/setup"),
  component: lazyRouteComponent(() => import("../screens/entry/SetupPage.tsx"), "SetupPage")
})

const resetRoute = createRoute({
  ...entry("/reset-password"),
  component: lazyRouteComponent(() => import("../screens/entry/ResetPage.tsx"), "ResetPage")
})

const inviteRoute = createRoute({
  ...entry("/invite"),
  component: lazyRouteComponent(() => import("../screens/entry/InvitePage.tsx"), "InvitePage")
})

const providerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/oidc",
  component: lazyRouteComponent(() => import("../screens/entry/ProviderPage.tsx"), "ProviderPage")
})

const accountPage = lazyRouteComponent(() => import("../screens/account/AccountPage.tsx"), "AccountPage")

/** The account beside the current project, or by itself of who has none. */
const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/account",
  beforeLoad: async () => {
    const { team } = await requireUser("/account")
    if (team !== null) throw redirect({ to: "/project/$project/account", params: { project: String(team.id) } })
  },
  component: accountPage
})

const projectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/project/$project",
  loader: async (
    { location, params: { project: id } }
  ): Promise<{ readonly project: Project; readonly user: User }> => {
    const user = await requireUser(location.href)
    const project = await cache.ensureQueryData({
      queryKey: ["project", id],
      queryFn: ({ signal }) => api.project.project({ project_id: id }, { signal }),
      staleTime: 60_000
    })
    return { project, user }
  },
  component: ProjectFrame
})

const homeRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/",
  component: lazyRouteComponent(() => import("../screens/home/HomePage.tsx"), "HomePage")
})

const sqlRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/sql",
  validateSearch: (
    search: Record<string, unknown>
  ): { readonly q?: string; readonly view?: View; readonly insight?: string } => {
    const view = viewIn(search["view"])
    return {
      ...optionalText(search, "q"),
      ...optionalText(search, "insight"),
      ...view === undefined ? {} : { view }
    }
  },
  component: lazyRouteComponent(() => import("../screens/sql/SqlPage.tsx"), "SqlPage")
})

const activityRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/activity",
  validateSearch: (search: Record<string, unknown>): { readonly event?: string } => optionalText(search, "event"),
  component: lazyRouteComponent(() => import("../screens/activity/ActivityPage.tsx"), "ActivityPage")
})

const personsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/persons",
  component: lazyRouteComponent(() => import("../screens/persons/PersonsPage.tsx"), "PersonsPage")
})

const personRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/persons/$person",
  component: lazyRouteComponent(() => import("../screens/persons/PersonPage.tsx"), "PersonPage")
})

const definitionsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/definitions",
  validateSearch: (search: Record<string, unknown>): { readonly kind?: Kind } => {
    const kind = kindIn(search["kind"])
    return kind === "events" ? {} : { kind }
  },
  component: lazyRouteComponent(() => import("../screens/definitions/DefinitionsPage.tsx"), "DefinitionsPage")
})

const groupsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/groups",
  validateSearch: (search: Record<string, unknown>): { readonly type?: string } => optionalText(search, "type"),
  component: lazyRouteComponent(() => import("../screens/groups/GroupsPage.tsx"), "GroupsPage")
})

const groupRoute = createRoute({
  getParentRoute: () => projectRoute,
  // Keys have slashes and dots: they stand behind the path.
  path: "/groups/one",
  validateSearch: (search: Record<string, unknown>): { readonly key?: string; readonly type?: string } => ({
    ...optionalText(search, "type"),
    ...optionalText(search, "key")
  }),
  component: lazyRouteComponent(() => import("../screens/groups/GroupPage.tsx"), "GroupPage")
})

const dashboardsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/dashboards",
  component: lazyRouteComponent(() => import("../screens/dashboards/DashboardsPage.tsx"), "DashboardsPage")
})

const dashboardRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/dashboards/$dashboard",
  component: lazyRouteComponent(() => import("../screens/dashboards/DashboardPage.tsx"), "DashboardPage")
})

const insightsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/insights",
  component: lazyRouteComponent(() => import("../screens/insights/InsightsPage.tsx"), "InsightsPage")
})

const insightRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/insights/$insight",
  validateSearch: (search: Record<string, unknown>): { readonly q?: Question } => {
    const q = questionIn(search["q"])
    return q === undefined ? {} : { q }
  },
  component: lazyRouteComponent(() => import("../screens/insights/InsightPage.tsx"), "InsightPage")
})

const projectAccountRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/account",
  component: accountPage
})

const membersRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/members",
  component: lazyRouteComponent(() => import("../screens/members/MembersPage.tsx"), "MembersPage")
})

const router = () =>
  createRouter({
    routeTree: rootRoute.addChildren([
      startRoute,
      loginRoute,
      setupRoute,
      resetRoute,
      inviteRoute,
      providerRoute,
      accountRoute,
      projectRoute.addChildren([
        homeRoute,
        activityRoute,
        personsRoute,
        personRoute,
        definitionsRoute,
        groupsRoute,
        groupRoute,
        dashboardsRoute,
        dashboardRoute,
        insightsRoute,
        insightRoute,
        sqlRoute,
        projectAccountRoute,
        membersRoute
      ])
    ]),
    ...basePath === "" ? {} : { basepath: basePath },
    defaultPreload: "intent",
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: Waiting,
    defaultErrorComponent: PageFault,
    scrollRestoration: true
  })

/** The pages by their addresses. */
export const routes = router()

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof routes
  }
}
