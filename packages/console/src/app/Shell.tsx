import {
  ActionIcon,
  AppShell,
  Burger,
  Button,
  Group,
  Kbd,
  Menu,
  NavLink,
  Text,
  Tooltip,
  UnstyledButton,
  useMantineColorScheme
} from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import IconActivity from "@tabler/icons-react/icons/IconActivity"
import IconBuildings from "@tabler/icons-react/icons/IconBuildings"
import IconChartLine from "@tabler/icons-react/icons/IconChartLine"
import IconCheck from "@tabler/icons-react/icons/IconCheck"
import IconChevronDown from "@tabler/icons-react/icons/IconChevronDown"
import IconDatabase from "@tabler/icons-react/icons/IconDatabase"
import IconHome from "@tabler/icons-react/icons/IconHome"
import IconId from "@tabler/icons-react/icons/IconId"
import IconLayoutDashboard from "@tabler/icons-react/icons/IconLayoutDashboard"
import IconLogout from "@tabler/icons-react/icons/IconLogout"
import IconMoon from "@tabler/icons-react/icons/IconMoon"
import IconSearch from "@tabler/icons-react/icons/IconSearch"
import IconSun from "@tabler/icons-react/icons/IconSun"
import IconTags from "@tabler/icons-react/icons/IconTags"
import IconUser from "@tabler/icons-react/icons/IconUser"
import IconUsers from "@tabler/icons-react/icons/IconUsers"
import { useQuery } from "@tanstack/react-query"
import { Link, Outlet, useLocation, useNavigate } from "@tanstack/react-router"
import { lazy, Suspense, useState } from "react"
import { useHere } from "../api/Project.ts"
import { api, cache } from "../api/Server.ts"
import { logOut } from "../api/Session.ts"
import { basePath } from "../browser/Base.ts"
import { useShortcut } from "../browser/Shortcut.ts"

const Palette = lazy(() => import("./Palette.tsx"))

/** The groups of the navigation. */
export const groups = [
  { to: "/project/$project", name: "Home", icon: IconHome },
  { to: "/project/$project/activity", name: "Activity", icon: IconActivity },
  { to: "/project/$project/persons", name: "Persons", icon: IconUsers },
  { to: "/project/$project/groups", name: "Groups", icon: IconBuildings },
  { to: "/project/$project/dashboards", name: "Dashboards", icon: IconLayoutDashboard },
  { to: "/project/$project/insights", name: "Insights", icon: IconChartLine },
  { to: "/project/$project/sql", name: "SQL", icon: IconDatabase },
  { to: "/project/$project/definitions", name: "Definitions", icon: IconTags },
  { to: "/project/$project/members", name: "Members", icon: IconId }
] as const

const ProjectSwitcher = () => {
  const { project } = useHere()
  const navigate = useNavigate()
  const { data } = useQuery({
    queryKey: ["projects"],
    queryFn: async ({ signal }) => (await api.identity.projects({ limit: 200 }, { signal })).results
  })
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          px={8}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          aria-label={`Project: ${project.name}`}
          styles={{ label: { maxWidth: 180 } }}
        >
          <span className="cut">{project.name}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(data ?? [project]).map(({ id, name }) => (
          <Menu.Item
            key={id}
            leftSection={id === project.id ? <IconCheck size={14} aria-hidden /> : <span style={{ width: 14 }} />}
            onClick={() => void navigate({ to: "/project/$project", params: { project: String(id) } })}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const SchemeButton = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const isDark = colorScheme === "dark"
    || (colorScheme === "auto" && document.documentElement.dataset["mantineColorScheme"] === "dark")
  return (
    <Tooltip label={isDark ? "Light" : "Dark"}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={isDark ? "Use light colours" : "Use dark colours"}
        onClick={() => setColorScheme(isDark ? "light" : "dark")}
      >
        {isDark ? <IconSun size={18} aria-hidden /> : <IconMoon size={18} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  )
}

const AccountMenu = () => {
  const { project, user } = useHere()
  const navigate = useNavigate()
  const leave = async () => {
    await logOut()
    cache.clear()
    await navigate({ to: "/login" })
  }
  const initial = (user.first_name || user.email).slice(0, 1).toUpperCase()
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="default" radius="xl" size="lg" aria-label={`Account of ${user.email}`}>
          {initial}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.email}</Menu.Label>
        <Menu.Item
          leftSection={<IconUser size={14} aria-hidden />}
          onClick={() => void navigate({ to: "/project/$project/account", params: { project: String(project.id) } })}
        >
          Account
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={14} aria-hidden />} onClick={() => void leave()}>Log out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const isMac = /mac|iphone|ipad/i.test(navigator.platform)

/** The frame of all pages of a project: navigation, the search for everything, the account. */
export const Shell = () => {
  const { project } = useHere()
  const [opened, { close, toggle }] = useDisclosure(false)
  const [searching, setSearching] = useState(0)
  const { pathname } = useLocation()
  const search = () => setSearching((count) => count + 1)
  useShortcut("k", search)
  const root = `/project/${project.id}`
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 208, breakpoint: "sm", collapsed: { mobile: !opened } }}
      padding={0}
    >
      <a className="skip" href="#main">Skip to the page</a>
      <AppShell.Header>
        <Group h="100%" px="sm" justify="space-between" wrap="nowrap" gap="xs">
          <Group gap={4} wrap="nowrap" style={{ minWidth: 0 }}>
            <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Navigation" />
            <Text fw={700} visibleFrom="sm" px={8}>Hedgerow</Text>
            <ProjectSwitcher />
          </Group>
          <Group gap={4} wrap="nowrap">
            <UnstyledButton
              onClick={search}
              className="card soft"
              aria-label="Search or go to"
              style={{ padding: "5px 10px" }}
            >
              <Group gap={8} wrap="nowrap">
                <IconSearch size={16} aria-hidden />
                <Text size="sm" c="dimmed" visibleFrom="sm">Search or go to</Text>
                <Kbd visibleFrom="sm" size="xs">{isMac ? "⌘ K" : "Ctrl K"}</Kbd>
              </Group>
            </UnstyledButton>
            <SchemeButton />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p={8} aria-label="Parts of the project">
        {groups.map(({ icon: Icon, name, to }) => {
          const path = to.replace("/project/$project", root)
          const isHere = name === "Home" ? pathname.replace(/\/$/, "") === root : pathname.startsWith(path)
          return (
            <NavLink
              key={name}
              component={Link}
              to={path}
              label={name}
              active={isHere}
              activeOptions={{ exact: name === "Home" }}
              variant="light"
              onClick={close}
              leftSection={<Icon size={18} aria-hidden />}
              style={{ borderRadius: 8 }}
            />
          )
        })}
        <div className="grow" />
        <NavLink component="a" href={`${basePath}/guides/`} label="Guides" style={{ borderRadius: 8 }} />
        <NavLink component="a" href={`${basePath}/docs`} label="API" style={{ borderRadius: 8 }} />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <Outlet />
      </AppShell.Main>
      {searching === 0
        ? null
        : (
          <Suspense fallback={null}>
            <Palette key={searching} />
          </Suspense>
        )}
    </AppShell>
  )
}
