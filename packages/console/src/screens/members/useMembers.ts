import { useMutation, useQuery } from "@tanstack/react-query"
import { useHere } from "../../api/Project.ts"
import { api, cache } from "../../api/Server.ts"

/** The organisation of the project, and the user's level in it. */
export const useOrganization = () => {
  const { project, user } = useHere()
  const organization_id = project.organization
  const found = user.organizations.find(({ id }) => id === organization_id)
  const level = project.effective_membership_level ?? found?.membership_level ?? 1
  return { organization_id, name: found?.name ?? "the organization", level, isManager: level >= 8, user }
}

/** The members of the organisation. */
export const useMembers = () => {
  const { organization_id } = useOrganization()
  return useQuery({
    queryKey: ["members", organization_id],
    queryFn: async ({ signal }) => (await api.members.list({ organization_id, limit: 1_000 }, { signal })).results
  })
}

/** The invitations of the organisation; managers alone see them. */
export const useInvites = () => {
  const { isManager, organization_id } = useOrganization()
  return useQuery({
    queryKey: ["invites", organization_id],
    enabled: isManager,
    queryFn: async ({ signal }) => (await api.invites.list({ organization_id, limit: 1_000 }, { signal })).results
  })
}

/** A change of members or invitations, after which both are read anew. */
export const useChange = <Variables, Result>(change: (variables: Variables) => Promise<Result>) => {
  const { organization_id } = useOrganization()
  return useMutation({
    mutationFn: change,
    onSettled: async () => {
      await cache.invalidateQueries({ queryKey: ["members", organization_id] })
      await cache.invalidateQueries({ queryKey: ["invites", organization_id] })
    }
  })
}
