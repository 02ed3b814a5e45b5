// Made from docs/openapi.json by `pnpm run docs`: do not edit.

import type { Call, PagedCall } from "../calls/Call.ts"

/** The operations `signIn.…` of the contract. */
export interface SignInCalls {
  /** Read the session. Returns who is signed in with the request's cookie, and the session's `csrf_token`. Without a session it is 200 with null. It needs no API key. */
  readonly session: Call<"signIn.session">
  /** Log in. Signs a user in: the answer sets the session's cookie. A user with a second factor gets a token for `/api/login/complete/` instead, and no cookie. After 10 failures at an account from one address in 15 minutes the answer is 429. It needs no API key. */
  readonly login: Call<"signIn.login">
  /** Log in with a code. The second step of signing in: the answer sets the session's cookie. After 10 wrong codes in a row none is compared for 15 minutes: the answer is 429. It needs no API key. */
  readonly complete: Call<"signIn.complete">
  /** Log out. Ends the session of the request's cookie; with `everywhere` every session of its user. Without a session nothing happens, and the answer is the same. It needs no API key. */
  readonly logout: Call<"signIn.logout">
  /** Set up the first account. Gives the installation's owner an email address and a password, and signs them in. The link works once, and only as long as nobody has a password. It needs no API key. */
  readonly setUp: Call<"signIn.setUp">
  /** Ask for a new password. Sends the user a link by mail, where the server has a mail server and a public address. The answer is the same for an address that nobody has. After 5 in 15 minutes it is 429. It needs no API key. */
  readonly askReset: Call<"signIn.askReset">
  /** Set a new password by a link. Gives the user of the link a new password. The link works once. Every session of the user ends. It needs no API key. */
  readonly reset: Call<"signIn.reset">
}

/** The operations `account.…` of the contract. */
export interface AccountCalls {
  /** Change the own password. Changes the password of who is signed in. Every session of theirs ends; the answer sets the cookie of a new one. Every API key is refused: it is for the host application's own login. */
  readonly changePassword: Call<"account.changePassword">
}

/** The operations `invites.…` of the contract. */
export interface InvitesCalls {
  /** List invitations. Returns a page of the organisation's invitations that nobody has accepted yet. Members get 403. Scope: `organization_member:read`. */
  readonly list: PagedCall<"invites.list">
  /** Invite a person. Makes a link that works once within 7 days, mails it to the address where the server can, and else returns it. An address that belongs to a member, or is invited already, is 400. Members get 403. Scope: `organization_member:write`. */
  readonly send: Call<"invites.send">
  /** Send an invitation again. Makes another link for the invitation, which works for 7 days from now. The link before works no longer. Scope: `organization_member:write`. */
  readonly resend: Call<"invites.resend">
  /** Revoke an invitation. Removes the invitation. Its link works no longer. Scope: `organization_member:write`. */
  readonly revoke: Call<"invites.revoke">
}

/** The operations `inviteLinks.…` of the contract. */
export interface InviteLinksCalls {
  /** Read an invitation. Returns what the link of an invitation is for. It needs no API key. */
  readonly read: Call<"inviteLinks.read">
  /** Accept an invitation. Makes an account with the invited address, which joins the organisation, and signs it in. The link works once. Where somebody has an account with the address it is 400: they log in, and join. It needs no API key. */
  readonly accept: Call<"inviteLinks.accept">
}

/** The operations `ownInvites.…` of the contract. */
export interface OwnInvitesCalls {
  /** Join an organisation. Accepts an invitation of the address of who is signed in. An invitation of another address is 403. Every API key is refused: it is for the host application's own login. */
  readonly join: Call<"ownInvites.join">
}

/** The operations `ownSessions.…` of the contract. */
export interface OwnSessionsCalls {
  /** List the own sessions. Returns the sessions that are open, the one that was used last first. Every API key is refused: it is for the host application's own login. */
  readonly list: Call<"ownSessions.list">
  /** End an own session. Ends a session: its browser is signed out. Every API key is refused: it is for the host application's own login. */
  readonly end: Call<"ownSessions.end">
}

/** The operations `secondFactor.…` of the contract. */
export interface SecondFactorCalls {
  /** Read the own second factor. Returns whether a code is asked for at signing in. Every API key is refused: it is for the host application's own login. */
  readonly read: Call<"secondFactor.read">
  /** Set up the own second factor. Returns a new secret for an app that makes codes. It counts once a first code has confirmed it; while a second factor is on it is 409. Every API key is refused: it is for the host application's own login. */
  readonly begin: Call<"secondFactor.begin">
  /** Turn the own second factor on. Turns the second factor on by a first code of the app, and returns backup codes. Sessions that exist stay. Every API key is refused: it is for the host application's own login. */
  readonly confirm: Call<"secondFactor.confirm">
  /** Make other backup codes. Returns ten backup codes. Those that were returned before work no longer. Every API key is refused: it is for the host application's own login. */
  readonly renewCodes: Call<"secondFactor.renewCodes">
  /** Turn the own second factor off. Turns the second factor off, by the password and a code. Every API key is refused: it is for the host application's own login. */
  readonly turnOff: Call<"secondFactor.turnOff">
}

/** The operations `provider.…` of the contract. */
export interface ProviderCalls {
  /** Begin to log in by the provider. Returns the address at the provider, and sets a cookie for 10 minutes that binds the log-in to the browser. Without a provider it is 404, and 503 while the provider does not answer. It needs no API key. */
  readonly start: Call<"provider.start">
  /** Log in by the provider. Takes the query with which the provider sent the browser back to `/oidc`. The answer sets the session's cookie; a user with a second factor gets a token for `/api/login/complete/` instead. One that began at `/api/users/@me/identities/` connects the identity with the user of that session. It needs no API key. */
  readonly complete: Call<"provider.complete">
}

/** The operations `identities.…` of the contract. */
export interface IdentitiesCalls {
  /** List the own identities. Returns the identities of the provider that sign the user in. Every API key is refused: it is for the host application's own login. */
  readonly list: Call<"identities.list">
  /** Begin to connect an identity. Returns the address at the provider, and sets a cookie for 10 minutes that binds it to this session. Every API key is refused: it is for the host application's own login. */
  readonly connect: Call<"identities.connect">
  /** Disconnect an identity. The identity signs the user in no longer. The last one of a user without a password stays: that is 400. Every API key is refused: it is for the host application's own login. */
  readonly disconnect: Call<"identities.disconnect">
}

/** The operations `query.…` of the contract. */
export interface QueryCalls {
  /** Run a query. Runs one query over the project's events and persons, and returns its rows. A query that is too expensive is 503 or 504. A query that is wrong is 400 with its place in `extra`. With `Accept: application/x-ndjson`, `text/csv` or `application/vnd.apache.parquet` the rows of SQL are streamed: all of them, at the pace of the client. With `image/svg+xml` the answer is drawn as a chart. Scope: `query:read`. */
  readonly run: Call<"query.run">
  /** Poll a query. Returns the status of a query that runs in the background, or that its client named. Once it is complete, its answer is in `results`. A query is kept for 20 minutes after its last change. Scope: `query:read`. */
  readonly status: Call<"query.status">
  /** Cancel a query. Stops the query, on whichever server it runs. One that has ended, or that does not exist, is left alone. Scope: `query:read`. */
  readonly cancel: Call<"query.cancel">
  /** Read the log of a query. Returns the runs of a query that was asked for within the last 24 hours, the newest first, as the answer of an SQL query over the table `query_log`: how long each took, what it read, and how it ended. The log of an older query is 400 with the code `query_log_expired`. Scope: `query:read`. */
  readonly log: Call<"query.log">
}

/** The operations `identity.…` of the contract. */
export interface IdentityCalls {
  /** Read the caller's user. Returns the caller's user with their current project, their current organisation and all organisations they belong to. Scope: `user:read`. */
  readonly me: Call<"identity.me">
  /** Change the caller's user. Changes the fields that the body names and returns the user. An organisation or project that the caller does not reach is 400. Scope: `user:write`. */
  readonly updateMe: Call<"identity.updateMe">
  /** Read the key of the request. Returns the personal API key that the request is signed with. A caller without a key gets 404. Any personal API key may call it. */
  readonly currentKey: Call<"identity.currentKey">
  /** List projects. Returns a page of the projects that the caller reaches, in all of their organisations. Scope: `project:read`. */
  readonly projects: PagedCall<"identity.projects">
  /** List organisations. Returns a page of the organisations that the caller belongs to. Scope: `organization:read`. */
  readonly organizations: PagedCall<"identity.organizations">
  /** Read an organisation. Returns one organisation with the projects that the caller reaches in it. An organisation of others is 404. Scope: `organization:read`. */
  readonly organization: Call<"identity.organization">
  /** List an organisation's projects. Returns a page of the projects that the caller reaches in the organisation. An organisation of others is 404. Scope: `project:read`. */
  readonly organizationProjects: PagedCall<"identity.organizationProjects">
}

/** The operations `projects.…` of the contract. */
export interface ProjectsCalls {
  /** Create a project. Makes a project in the caller's current organisation and returns it with its token. A caller without an organisation gets 404. Members get 403. Scope: `project:write`. */
  readonly create: Call<"projects.create">
}

/** The operations `organizations.…` of the contract. */
export interface OrganizationsCalls {
  /** Create an organisation. Makes an organisation that the caller owns and returns it. A key that is bound to organisations gets 403. Scope: `organization:write`. */
  readonly create: Call<"organizations.create">
  /** Rename an organisation. Changes the organisation's name and returns the organisation. Members get 403. The slug stays. Scope: `organization:write`. */
  readonly update: Call<"organizations.update">
  /** Delete an organisation. Deletes the organisation with all of its projects, everything in them and its members' membership, for good. Its users stay. It is gone at once, its data soon after. Only owners may: others get 403. Scope: `organization:write`. */
  readonly remove: Call<"organizations.remove">
  /** Create a project in an organisation. Makes a project in the organisation and returns it with its token. Members get 403. Scope: `project:write`. */
  readonly createProject: Call<"organizations.createProject">
  /** Read an organisation's project. Returns one project of the organisation. A project of another organisation is 404. Scope: `project:read`. */
  readonly project: Call<"organizations.project">
  /** Change an organisation's project. Changes the fields that the body names and returns the project. Scope: `project:write`. */
  readonly updateProject: Call<"organizations.updateProject">
  /** Delete an organisation's project. Deletes the project with everything in it, its events included, for good. It is gone at once for every request, and its token and secrets open nothing; its rows are removed soon after. Members get 403: admins and owners may do it. Scope: `project:write`. */
  readonly removeProject: Call<"organizations.removeProject">
}

/** The operations `personalApiKeys.…` of the contract. */
export interface PersonalApiKeysCalls {
  /** List personal API keys. Returns the personal API keys of the caller, without their values. Every API key is refused: it is for the host application's own login. */
  readonly list: Call<"personalApiKeys.list">
  /** Create a personal API key. Makes a key and returns it with its value, which is never returned again. More than ten keys are 400. Every API key is refused: it is for the host application's own login. */
  readonly create: Call<"personalApiKeys.create">
  /** Read a personal API key. Returns one of the caller's keys without its value. A key may read itself alone; other ids are 403 for it. Any personal API key may call it. */
  readonly read: Call<"personalApiKeys.read">
  /** Change a personal API key. Changes the fields that the body names and returns the key. The new scopes count at once. Every API key is refused: it is for the host application's own login. */
  readonly update: Call<"personalApiKeys.update">
  /** Revoke a personal API key. Deletes the key. Requests that are signed with it get 401 from then on. Every API key is refused: it is for the host application's own login. */
  readonly revoke: Call<"personalApiKeys.revoke">
  /** Roll a personal API key. Gives the key a new value and returns it once. The old value stops at once. Every API key is refused: it is for the host application's own login. */
  readonly roll: Call<"personalApiKeys.roll">
}

/** The operations `members.…` of the contract. */
export interface MembersCalls {
  /** List members. Returns a page of the organisation's members with their levels. Scope: `organization_member:read`. */
  readonly list: PagedCall<"members.list">
  /** Add a member. Adds a user of the installation by their email and returns the member. A user who does not exist or cannot be added is 400. Members get 403. Scope: `organization_member:write`. */
  readonly add: Call<"members.add">
  /** Change a member's level. Sets the member's level and returns the member. The last owner cannot be made less: that is 400. Scope: `organization_member:write`. */
  readonly update: Call<"members.update">
  /** Remove a member. Removes the member from the organisation. Members may remove themselves. The last owner cannot be removed: that is 400. Scope: `organization_member:write`. */
  readonly remove: Call<"members.remove">
}

/** The operations `project.…` of the contract. */
export interface ProjectCalls {
  /** Read a project. Returns the project with its token for SDKs. Scope: `project:read`. */
  readonly project: Call<"project.project">
  /** Change a project. Changes the fields that the body names and returns the project. A time zone that is unknown is 400. Scope: `project:write`. */
  readonly updateProject: Call<"project.updateProject">
  /** Delete a project. Deletes the project with everything in it, its events included, for good. It is gone at once for every request, and its token and secrets open nothing; its rows are removed soon after. Members get 403: admins and owners may do it. Scope: `project:write`. */
  readonly removeProject: Call<"project.removeProject">
  /** Read a project's usage. The events of the current calendar month (UTC) that count for the project's quota, beside the quota and the sample rate. Scope: `project:read`. */
  readonly usage: Call<"project.usage">
  /** Reset a project's token. Gives the project a new token and returns the project. The old token stops at once. Members get 403: admins and owners may do it. Scope: `project:write`. */
  readonly resetToken: Call<"project.resetToken">
}

/** The operations `projectSecretKeys.…` of the contract. */
export interface ProjectSecretKeysCalls {
  /** List project secrets. Returns a page of the project's secret API keys, without their values. Scope: `project:write`. */
  readonly list: PagedCall<"projectSecretKeys.list">
  /** Create a project secret. Makes a secret API key and returns it with its value, which is never returned again. More than fifty in a project are 400. Scope: `project:write`. */
  readonly create: Call<"projectSecretKeys.create">
  /** Read a project secret. Returns one secret API key of the project without its value. Scope: `project:write`. */
  readonly read: Call<"projectSecretKeys.read">
  /** Change a project secret. Changes the fields that the body names and returns the secret. The new scopes count at once. Scope: `project:write`. */
  readonly update: Call<"projectSecretKeys.update">
  /** Revoke a project secret. Deletes the secret. Requests that are signed with it get 401 from then on. Scope: `project:write`. */
  readonly revoke: Call<"projectSecretKeys.revoke">
  /** Roll a project secret. Gives the secret a new value and returns it once. The old value stops at once. Scope: `project:write`. */
  readonly roll: Call<"projectSecretKeys.roll">
}

/** The operations `queryPreparation.…` of the contract. */
export interface QueryPreparationCalls {
  /** Upgrade a query. Returns the query with every node in it in the latest version of its kind. The query is not run and not checked: unknown kinds, fields and versions are returned as they are. A second upgrade changes nothing. Scope: `query:read`. */
  readonly upgrade: Call<"queryPreparation.upgrade">
  /** Check access to queries. Returns `ok` to a caller who may run queries in the project, and refuses others. A body is ignored. Scope: `query:read`. */
  readonly checkAuthForAsync: Call<"queryPreparation.checkAuthForAsync">
  /** Draft SQL. Returns SQL for what the prompt asks, over the names of the project's events and properties. The SQL is not run. A prompt with words that are not understood is 400 with the code `unclear`. Scope: `query:read`. */
  readonly draftSql: Call<"queryPreparation.draftSql">
  /** Draft SQL for an agent. As `GET /query/draft_sql/`, in the messages that the reference's tools for agents read. The SQL is not run. Scope: `query:read`. */
  readonly askInWords: Call<"queryPreparation.askInWords">
}

/** The operations `insightVariables.…` of the contract. */
export interface InsightVariablesCalls {
  /** List variables. A page of the variables of the project, the newest first. Scope: `insight_variable:read`. */
  readonly list: PagedCall<"insightVariables.list">
  /** Create a variable. Makes a variable and returns it. Scope: `insight_variable:write`. */
  readonly create: Call<"insightVariables.create">
  /** Read a variable. The variable with this id. Scope: `insight_variable:read`. */
  readonly read: Call<"insightVariables.read">
  /** Change a variable. Changes what the body names, and returns the variable. Scope: `insight_variable:write`. */
  readonly update: Call<"insightVariables.update">
  /** Delete a variable. Removes the variable for good. Queries that name it without a value of their own are refused from then on. Scope: `insight_variable:write`. */
  readonly remove: Call<"insightVariables.remove">
  /** List the activity of a variable. The changes of the variable, the latest first. Scope: `activity_log:read`. */
  readonly activity: PagedCall<"insightVariables.activity">
}

/** The operations `actions.…` of the contract. */
export interface ActionsCalls {
  /** List actions. A page of the actions of the project that are not deleted. Scope: `action:read`. */
  readonly list: PagedCall<"actions.list">
  /** Create an action. Makes an action and returns it. Scope: `action:write`. */
  readonly create: Call<"actions.create">
  /** Read an action. The action with this id, also a deleted one. Scope: `action:read`. */
  readonly read: Call<"actions.read">
  /** Change an action. Changes what the body names, and returns the action. Scope: `action:write`. */
  readonly update: Call<"actions.update">
  /** Refuse to delete an action. Always refused with 405: `deleted` of a change deletes the action. Scope: `action:write`. */
  readonly remove: Call<"actions.remove">
  /** List the activity of an action. The changes of the action, the latest first. Scope: `activity_log:read`. */
  readonly activity: PagedCall<"actions.activity">
}

/** The operations `activity.…` of the contract. */
export interface ActivityCalls {
  /** List the project's activity. Returns a page of everything that changed in the project, newest first. Filters narrow together. Scope: `activity_log:read`. */
  readonly log: PagedCall<"activity.log">
  /** List changes of the project itself. Returns a page of the changes of the project's own settings, newest first. Scope: `activity_log:read`. */
  readonly project: PagedCall<"activity.project">
}

/** The operations `organizationActivity.…` of the contract. */
export interface OrganizationActivityCalls {
  /** List the organisation's activity. Returns a page of what changed in the organisation apart from its projects, newest first. Members get 403: admins and owners may read it. Scope: `activity_log:read`. */
  readonly log: PagedCall<"organizationActivity.log">
}

/** The operations `cohorts.…` of the contract. */
export interface CohortsCalls {
  /** List cohorts. A page of the cohorts of the project that are not deleted. Scope: `cohort:read`. */
  readonly list: PagedCall<"cohorts.list">
  /** Create a cohort. Makes a cohort and returns it. Scope: `cohort:write`. */
  readonly create: Call<"cohorts.create">
  /** Read a cohort. The cohort with this id, also a deleted one. Scope: `cohort:read`. */
  readonly read: Call<"cohorts.read">
  /** Change a cohort. Changes what the body names, and returns the cohort. Scope: `cohort:write`. */
  readonly update: Call<"cohorts.update">
  /** Refuse to delete a cohort. Always refused with 405: `deleted` of a change deletes the cohort. Scope: `cohort:write`. */
  readonly remove: Call<"cohorts.remove">
  /** List the persons of a cohort. A page of its members by id, as they were last found. Scope: `cohort:read`. */
  readonly persons: PagedCall<"cohorts.persons">
  /** List the activity of a cohort. The changes of the cohort, the latest first. Scope: `activity_log:read`. */
  readonly activity: PagedCall<"cohorts.activity">
}

/** The operations `dashboards.…` of the contract. */
export interface DashboardsCalls {
  /** List dashboards. A page of the dashboards of the project that are not deleted. Scope: `dashboard:read`. */
  readonly list: PagedCall<"dashboards.list">
  /** Create a dashboard. Makes a dashboard and returns it. Scope: `dashboard:write`. */
  readonly create: Call<"dashboards.create">
  /** Read a dashboard. The dashboard with this id, also a deleted one, with its tiles and the results that are kept of their insights under its filters, each with its age. `refresh` computes them; a tile that cannot be computed says why. Scope: `dashboard:read`. */
  readonly read: Call<"dashboards.read">
  /** Change a dashboard. Changes what the body names, and returns the dashboard. Scope: `dashboard:write`. */
  readonly update: Call<"dashboards.update">
  /** Refuse to delete a dashboard. Always refused with 405: `deleted` of a change deletes the dashboard. Scope: `dashboard:write`. */
  readonly remove: Call<"dashboards.remove">
  /** Move a tile to another dashboard. Takes a tile, with an insight or a text, from this dashboard to another one of the project, and returns this one. A dashboard that shows the insight already is refused. Scope: `dashboard:write`. */
  readonly moveTile: Call<"dashboards.moveTile">
  /** List the activity of a dashboard. The changes of the dashboard, the latest first. Scope: `activity_log:read`. */
  readonly activity: PagedCall<"dashboards.activity">
}

/** The operations `insights.…` of the contract. */
export interface InsightsCalls {
  /** List insights. A page of the insights of the project that are not deleted. Scope: `insight:read`. */
  readonly list: PagedCall<"insights.list">
  /** Create an insight. Makes an insight and returns it. Scope: `insight:write`. */
  readonly create: Call<"insights.create">
  /** Read an insight. The insight with this id or short id, also a deleted one, with the result that is kept of its query and when it was computed. `refresh` computes it. Scope: `insight:read`. */
  readonly read: Call<"insights.read">
  /** Change an insight. Changes what the body names, and returns the insight. Scope: `insight:write`. */
  readonly update: Call<"insights.update">
  /** Refuse to delete an insight. Always refused with 405: `deleted` of a change deletes the insight. Scope: `insight:write`. */
  readonly remove: Call<"insights.remove">
  /** List the activity of an insight. The changes of the insight, the latest first. Scope: `activity_log:read`. */
  readonly activity: PagedCall<"insights.activity">
}

/** The operations `dataDeletions.…` of the contract. */
export interface DataDeletionsCalls {
  /** List deletions. A page of the deletions of the project that are not deleted. Scope: `data_deletion:read`. */
  readonly list: PagedCall<"dataDeletions.list">
  /** Delete events. Hides the events from every query at once and has a job remove them; `201`. With `dry_run` it counts them and changes nothing; `200`. Scope: `data_deletion:write`. */
  readonly create: Call<"dataDeletions.create">
  /** Read a deletion. The deletion with this id, also a deleted one. Scope: `data_deletion:read`. */
  readonly read: Call<"dataDeletions.read">
  /** List the activity of a deletion. The changes of the deletion, the latest first. Scope: `activity_log:read`. */
  readonly activity: PagedCall<"dataDeletions.activity">
}

/** The operations `dataExports.…` of the contract. */
export interface DataExportsCalls {
  /** List exports. A page of the exports of the project that are not deleted. Scope: `export:read`. */
  readonly list: PagedCall<"dataExports.list">
  /** Create an export. Makes an export and returns it. Scope: `export:write`. */
  readonly create: Call<"dataExports.create">
  /** Read an export. The export with this id, also a deleted one. Scope: `export:read`. */
  readonly read: Call<"dataExports.read">
  /** Delete an export. Removes the export with its file for good; one under way is stopped. Scope: `export:write`. */
  readonly remove: Call<"dataExports.remove">
  /** Download an export. Sends the file, or with `Range` a part of it (`206`, RFC 9110). While the file is not whole the answer is `404`. Scope: `export:read`. */
  readonly content: Call<"dataExports.content">
  /** List the activity of an export. The changes of the export, the latest first. Scope: `activity_log:read`. */
  readonly activity: PagedCall<"dataExports.activity">
}

/** The operations `definitions.…` of the contract. */
export interface DefinitionsCalls {
  /** List event definitions. Returns a page of the event names that the project's data uses, by name unless `ordering` says otherwise. Scope: `event_definition:read`. */
  readonly events: PagedCall<"definitions.events">
  /** Create an event definition. Names an event before it is received and returns its definition. A name that is known already is 400. Scope: `event_definition:write`. */
  readonly createEvent: Call<"definitions.createEvent">
  /** Find an event definition by name. Returns the definition of the event with exactly this name, or 404. Scope: `event_definition:read`. */
  readonly eventByName: Call<"definitions.eventByName">
  /** Read an event definition. Returns one event definition. Scope: `event_definition:read`. */
  readonly event: Call<"definitions.event">
  /** Change an event definition. Changes the fields that the body names and returns the definition. Hidden and verified exclude each other. Scope: `event_definition:write`. */
  readonly updateEvent: Call<"definitions.updateEvent">
  /** Delete an event definition. Forgets the event's name and what was said of it. The name is known again when such an event is received. Scope: `event_definition:write`. */
  readonly removeEvent: Call<"definitions.removeEvent">
  /** List property definitions. Returns a page of the property names that the project's data uses, by name. Scope: `property_definition:read`. */
  readonly properties: PagedCall<"definitions.properties">
  /** Read a property definition. Returns one property definition. Scope: `property_definition:read`. */
  readonly property: Call<"definitions.property">
  /** Change a property definition. Changes the fields that the body names and returns the definition. A type that is set is not changed by events any more. Scope: `property_definition:write`. */
  readonly updateProperty: Call<"definitions.updateProperty">
  /** Delete a property definition. Forgets the property's name and what was said of it. The name is known again when it is received. Scope: `property_definition:write`. */
  readonly removeProperty: Call<"definitions.removeProperty">
}

/** The operations `groups.…` of the contract. */
export interface GroupsCalls {
  /** List types of groups. The types of groups that events have named, by index. Scope: `group:read`. */
  readonly types: Call<"groups.types">
  /** List groups. A page of the groups of a type, by key. It ends earlier than `limit` where groups have much of properties. Scope: `group:read`. */
  readonly list: PagedCall<"groups.list">
  /** Create a group. A new group of a type that events have named. Scope: `group:write`. */
  readonly create: Call<"groups.create">
  /** Read a group. The group of this type and key. Scope: `group:read`. */
  readonly find: Call<"groups.find">
  /** Set a property of a group. Sets one property at once; the others stay. Scope: `group:write`. */
  readonly updateProperty: Call<"groups.updateProperty">
  /** Remove a property of a group. Removes one property at once. A property that the group does not have changes nothing. Scope: `group:write`. */
  readonly deleteProperty: Call<"groups.deleteProperty">
}

/** The operations `persons.…` of the contract. */
export interface PersonsCalls {
  /** List persons. A page of the persons that fulfil all conditions, the latest first. Scope: `person:read`. */
  readonly list: PagedCall<"persons.list">
  /** Read a person. The person with this uuid. Scope: `person:read`. */
  readonly read: Call<"persons.read">
  /** Set a person's properties. Sets properties by an event `$set`; the others stay. Scope: `person:write`. */
  readonly update: Call<"persons.update">
  /** Delete a person. Removes the person at once. Its events are hidden at once where they are asked for, and a job removes them and all that is left of the person. A later event of one of its distinct ids makes a new person. Scope: `person:write`. */
  readonly remove: Call<"persons.remove">
  /** Export a person. Everything that the project holds about the person. `next` leads on where there are more than 10,000 events. Scope: `person:read`. */
  readonly export: Call<"persons.export">
  /** Set a property of a person. Sets one property by an event `$set`. Scope: `person:write`. */
  readonly updateProperty: Call<"persons.updateProperty">
  /** Remove a property of a person. Removes one property by an event `$delete_person_property`. Scope: `person:write`. */
  readonly deleteProperty: Call<"persons.deleteProperty">
  /** Split a person. Makes every distinct id but the main one a person of its own, without properties. Events that were recorded before a merge belong to the person of their distinct id again; those recorded since stay with the person. Scope: `person:write`. */
  readonly split: Call<"persons.split">
  /** Delete several persons. Removes at most 1,000 persons as one deletion, by uuids or by distinct ids. Scope: `person:write`. */
  readonly bulkDelete: Call<"persons.bulkDelete">
}

/** The operations `capture.…` of the contract. */
export interface CaptureCalls {
  /** Send events by URL (/e/). Stores the events in `data` as `POST` does. 200 means that they are durable; 503 means that the same request is to be sent again. It needs no API key. */
  readonly eByUrl: Call<"capture.eByUrl">
  /** Send events (/e/). Stores one event, a list of events or a batch. 200 means that they are durable; 503 means that the same request is to be sent again. An event that breaks a rule refuses the whole request with 400. It needs no API key. */
  readonly e: Call<"capture.e">
  /** Send events by URL (/capture/). Stores the events in `data` as `POST` does. 200 means that they are durable; 503 means that the same request is to be sent again. It needs no API key. */
  readonly captureByUrl: Call<"capture.captureByUrl">
  /** Send events (/capture/). Stores one event, a list of events or a batch. 200 means that they are durable; 503 means that the same request is to be sent again. An event that breaks a rule refuses the whole request with 400. It needs no API key. */
  readonly capture: Call<"capture.capture">
  /** Send events by URL (/track/). Stores the events in `data` as `POST` does. 200 means that they are durable; 503 means that the same request is to be sent again. It needs no API key. */
  readonly trackByUrl: Call<"capture.trackByUrl">
  /** Send events (/track/). Stores one event, a list of events or a batch. 200 means that they are durable; 503 means that the same request is to be sent again. An event that breaks a rule refuses the whole request with 400. It needs no API key. */
  readonly track: Call<"capture.track">
  /** Send events by URL (/engage/). Stores the events in `data` as `POST` does. 200 means that they are durable; 503 means that the same request is to be sent again. It needs no API key. */
  readonly engageByUrl: Call<"capture.engageByUrl">
  /** Send events (/engage/). Stores one event, a list of events or a batch. 200 means that they are durable; 503 means that the same request is to be sent again. An event that breaks a rule refuses the whole request with 400. It needs no API key. */
  readonly engage: Call<"capture.engage">
  /** Send events by URL (/batch/). Stores the events in `data` as `POST` does. 200 means that they are durable; 503 means that the same request is to be sent again. It needs no API key. */
  readonly batchByUrl: Call<"capture.batchByUrl">
  /** Send events (/batch/). Stores one event, a list of events or a batch. 200 means that they are durable; 503 means that the same request is to be sent again. An event that breaks a rule refuses the whole request with 400. It needs no API key. */
  readonly batch: Call<"capture.batch">
  /** Send events by URL (/i/v0/e/). Stores the events in `data` as `POST` does. 200 means that they are durable; 503 means that the same request is to be sent again. It needs no API key. */
  readonly iv0eByUrl: Call<"capture.iv0eByUrl">
  /** Send events (/i/v0/e/). Stores one event, a list of events or a batch. 200 means that they are durable; 503 means that the same request is to be sent again. An event that breaks a rule refuses the whole request with 400. It needs no API key. */
  readonly iv0e: Call<"capture.iv0e">
}

/** The operations `health.…` of the contract. */
export interface HealthCalls {
  /** Check that the process lives. Returns 200 while the process lives. Storage is not asked. It needs no API key. */
  readonly health: Call<"health.health">
  /** Check that the server is ready. Returns 200 while the storage answers and 503 otherwise. `warnings` names what is wrong meanwhile. It needs no API key. */
  readonly ready: Call<"health.ready">
}

/** The operations `changeRequests.…` of the contract. */
export interface ChangeRequestsCalls {
  /** List change requests. Returns a page of the project's change requests, the latest first, also those that are over. Scope: `feature_flag:read`. */
  readonly list: PagedCall<"changeRequests.list">
  /** Read a change request. Returns one change request, with the differences that it would make. Scope: `feature_flag:read`. */
  readonly read: Call<"changeRequests.read">
  /** Approve a change request. Approves a pending change request of somebody else, and returns it. With the last approval it is applied as who asked for it, or waits for `scheduled_at`: `state` says what has become of it. Scope: `feature_flag:write`. */
  readonly approve: Call<"changeRequests.approve">
  /** Reject a change request. Ends a change request of somebody else that was not applied yet, with a reason, and returns it. Scope: `feature_flag:write`. */
  readonly reject: Call<"changeRequests.reject">
  /** Cancel a change request. Ends a change request that was not applied yet, and returns it. For who asked for it, and for managers. Scope: `feature_flag:write`. */
  readonly cancel: Call<"changeRequests.cancel">
}

/** The operations `featureFlags.…` of the contract. */
export interface FeatureFlagsCalls {
  /** List feature flags. Returns a page of the project's flags that are not deleted. Filters narrow together; a value that a filter does not take is ignored. Scope: `feature_flag:read`. */
  readonly list: PagedCall<"featureFlags.list">
  /** Create a feature flag. Makes a flag and returns it. A key that another flag has is 400, and so are filters that break a rule. Scope: `feature_flag:write`. */
  readonly create: Call<"featureFlags.create">
  /** Read a feature flag. Returns one flag with its `ETag`. With `If-None-Match` the answer is 304 while the flag is the same. Scope: `feature_flag:read`. */
  readonly read: Call<"featureFlags.read">
  /** Change a feature flag (PUT). Changes the fields that the body names, as `PATCH` does. Fields that the body leaves out stay. Scope: `feature_flag:write`. */
  readonly replace: Call<"featureFlags.replace">
  /** Change a feature flag. Changes the fields that the body names and returns the flag. A change that is based on an older version is 409 when the same fields differ, and 412 with `If-Match`. One that others must approve is 409, too: it waits as a change request. Scope: `feature_flag:write`. */
  readonly update: Call<"featureFlags.update">
  /** Refuse to delete a feature flag. Always returns 405. A flag is deleted with `PATCH` and `{"deleted": true}`. Scope: `feature_flag:write`. */
  readonly remove: Call<"featureFlags.remove">
  /** List the activity of all feature flags. Returns a page of the changes of the project's flags, newest first. Scope: `activity_log:read`. */
  readonly activity: PagedCall<"featureFlags.activity">
  /** List a feature flag's activity. Returns a page of the changes of one flag, newest first. A flag that is not there is 404 without a body. Scope: `activity_log:read`. */
  readonly activityOfOne: PagedCall<"featureFlags.activityOfOne">
  /** Read a feature flag's status. Returns whether the flag is still of use, and why. A flag that is not there is 404 with `unknown`. Scope: `feature_flag:read`. */
  readonly status: Call<"featureFlags.status">
  /** Read a remote configuration. Returns the JSON text of the flag's payload, decrypted. The id in the path may be the flag's key. A flag that is not there is 404 without a body. Scope: `feature_flag:read`. A secret of the project opens it too. */
  readonly remoteConfig: Call<"featureFlags.remoteConfig">
}

/** The operations `featureFlagActions.…` of the contract. */
export interface FeatureFlagActionsCalls {
  /** Create a cohort of a flag's users. Makes a static cohort of the persons whom the flag is on for and returns it. Scope: `feature_flag:write`. */
  readonly cohort: Call<"featureFlagActions.cohort">
  /** Create a usage dashboard. Makes a dashboard of the flag's use. A flag that has one keeps it. A dashboard that cannot be made is 400. Scope: `feature_flag:write`. */
  readonly dashboard: Call<"featureFlagActions.dashboard">
  /** Enrich a usage dashboard. Adds views and interactions to the flag's usage dashboard. A flag without a dashboard or without enriched analytics is 400, and so is a dashboard that has them already. Scope: `feature_flag:write`. */
  readonly enrichDashboard: Call<"featureFlagActions.enrichDashboard">
  /** Check for active dependents. Returns the active flags that depend on this one. Scope: `feature_flag:read`. */
  readonly activeDependents: Call<"featureFlagActions.activeDependents">
  /** List dependent flags. Returns the active flags that depend on this one, as a plain list. Scope: `feature_flag:read`. */
  readonly dependents: Call<"featureFlagActions.dependents">
  /** Copy a flag to projects. Copies the flag with its cohorts and the flags it depends on into other projects of the organisation. All copies are made, or none. `dry_run` only returns what would be done. Scope: `feature_flag:write`. */
  readonly copy: Call<"featureFlagActions.copy">
  /** Find the keys of flags. Returns the keys of the flags with these ids. Ids that are no ids are named in `warning`; when all are wrong the answer is 400. Scope: `feature_flag:read`. */
  readonly bulkKeys: Call<"featureFlagActions.bulkKeys">
  /** List the ids of matching flags. Returns the ids of all flags that the list with the same filters has: what `bulk_delete` with them would delete. Filters are read strictly: an unknown one or a value that is none of its own is 400. Scope: `feature_flag:read`. */
  readonly matchingIds: Call<"featureFlagActions.matchingIds">
  /** Delete many flags. Marks up to 1,000 flags as deleted and returns what became of each. A flag that others depend on stays and stands in `errors`. Filters are read as strictly as by `matching_ids`. Scope: `feature_flag:write`. */
  readonly bulkDelete: Call<"featureFlagActions.bulkDelete">
}

/** The operations `featureFlagAnswers.…` of the contract. */
export interface FeatureFlagAnswersCalls {
  /** Evaluate all flags for a user. Returns the value of each flag for one user, with its reason. Disabled flags are there too. Scope: `feature_flag:read`. */
  readonly evaluationReasons: Call<"featureFlagAnswers.evaluationReasons">
  /** Evaluate all flags for the caller. Returns the active flags with their values for the caller's own user. Scope: `feature_flag:read`. */
  readonly myFlags: Call<"featureFlagAnswers.myFlags">
  /** Count the users of a condition. Returns how many persons or groups have the properties of a condition. A count that takes too long is 504. Scope: `feature_flag:read`. */
  readonly blastRadius: Call<"featureFlagAnswers.blastRadius">
  /** Explain a flag for a user. Returns the flag's value for one user, with the outcome of each condition and property. Scope: `feature_flag:read`. */
  readonly explain: Call<"featureFlagAnswers.explain">
}

/** The operations `organizationFlags.…` of the contract. */
export interface OrganizationFlagsCalls {
  /** Copy a flag by key. Copies a flag into projects of the organisation, each by itself. Failed projects stand in `failed`. Scope: `feature_flag:write`. */
  readonly copy: Call<"organizationFlags.copy">
  /** Find a flag in all projects. Returns the flag with this key in each project that the caller reaches. An empty list means that no project has it. Scope: `feature_flag:read`. */
  readonly read: Call<"organizationFlags.read">
}

/** The operations `scheduledChanges.…` of the contract. */
export interface ScheduledChangesCalls {
  /** List scheduled changes. Returns a page of the project's scheduled changes by id, also those that are over. Scope: `feature_flag:read`. */
  readonly list: PagedCall<"scheduledChanges.list">
  /** Schedule a change of a flag. Makes a scheduled change and returns it. A time that is not ahead is 400, and so is a payload that the flag would refuse now. Scope: `feature_flag:write`. */
  readonly create: Call<"scheduledChanges.create">
  /** Read a scheduled change. Returns one scheduled change. Scope: `feature_flag:read`. */
  readonly read: Call<"scheduledChanges.read">
  /** Change a scheduled change (PUT). Changes the fields that the body names, as `PATCH` does. One that is over is 400. Scope: `feature_flag:write`. */
  readonly replace: Call<"scheduledChanges.replace">
  /** Change a scheduled change. Changes the fields that the body names and returns the scheduled change. One that is over is 400. Scope: `feature_flag:write`. */
  readonly update: Call<"scheduledChanges.update">
  /** Delete a scheduled change. Removes the scheduled change. One that is not over is not applied any more. Scope: `feature_flag:write`. */
  readonly remove: Call<"scheduledChanges.remove">
}

/** The operations `surveys.…` of the contract. */
export interface SurveysCalls {
  /** List surveys. A page of the surveys of the project, the newest first, archived ones included. Scope: `survey:read`. */
  readonly list: PagedCall<"surveys.list">
  /** Create a survey. Makes a survey and returns it. Scope: `survey:write`. */
  readonly create: Call<"surveys.create">
  /** List the activity of surveys. Lists the changes of surveys with their authors, the latest first. Scope: `activity_log:read`. */
  readonly activity: PagedCall<"surveys.activity">
  /** Import a survey. Makes a draft of a document, as `export` returns it, and returns it. Scope: `survey:write`. */
  readonly import: Call<"surveys.import">
  /** Read a survey. The survey with this id, as it is now. Scope: `survey:read`. */
  readonly read: Call<"surveys.read">
  /** Change a survey (PUT). Changes what the body names, as `PATCH` does, and returns the survey. Scope: `survey:write`. */
  readonly replace: Call<"surveys.replace">
  /** Change a survey. Changes what the body names, and returns the survey. Scope: `survey:write`. */
  readonly update: Call<"surveys.update">
  /** Delete a survey. Removes the survey for good, with the flags that it owns. Its responses stay. Scope: `survey:write`. */
  readonly remove: Call<"surveys.remove">
  /** List the activity of a survey. The changes of the survey, the latest first. Scope: `activity_log:read`. */
  readonly activityOfOne: PagedCall<"surveys.activityOfOne">
  /** Copy a survey to projects. Makes a draft of the survey in other projects of the organisation. All copies are made, or none. Scope: `survey:write`. */
  readonly duplicate: Call<"surveys.duplicate">
  /** Promote a survey to projects. Makes the survey in other projects, with the flags, cohorts and actions that it names; a survey of the same name gets the differences. All projects get theirs, or none. `dry_run` only returns what would be done. Scope: `survey:write`. */
  readonly promote: Call<"surveys.promote">
  /** Export a survey. The survey as one document without ids of its project, which `import` takes. Scope: `survey:read`. */
  readonly export: Call<"surveys.export">
}

/** The operations `surveyResponses.…` of the contract. */
export interface SurveyResponsesCalls {
  /** Count what happened to surveys. Counts displays, dismissals and answers of all surveys that are not archived. People of several surveys count once. Scope: `survey:read`. */
  readonly allStats: Call<"surveyResponses.allStats">
  /** Count responses by survey. Counts the responses to each survey since the first survey of the project began. Surveys without any are left out. Scope: `survey:read`. */
  readonly counts: Call<"surveyResponses.counts">
  /** Count what happened to a survey. Counts displays, dismissals and answers of the survey from its start to its end, with the answers to each question. Scope: `survey:read`. */
  readonly stats: Call<"surveyResponses.stats">
  /** List the responses to a survey. The responses with their answers, the newest first, as JSON or CSV. The key needs `query:read`, too. Scope: `survey:read`. */
  readonly list: PagedCall<"surveyResponses.list">
  /** List the uuids of archived responses. Every uuid that an archived response is known by, for queries that leave them out. Scope: `survey:read`. */
  readonly archivedUuids: Call<"surveyResponses.archivedUuids">
  /** Archive a response. Puts a response away, with everything of its submission. One that is archived stays as it is. Scope: `survey:write`. */
  readonly archive: Call<"surveyResponses.archive">
  /** Take a response back. Takes an archived response back. One that is not archived stays as it is. Scope: `survey:write`. */
  readonly unarchive: Call<"surveyResponses.unarchive">
}

/** The operations `surveySdk.…` of the contract. */
export interface SurveySdkCalls {
  /** List surveys for SDKs. Returns the surveys of the project with this token, without their descriptions, in full. A token that is missing or unknown is 401. It needs no API key. */
  readonly surveys: Call<"surveySdk.surveys">
}

/** The operations `hostedSurveys.…` of the contract. */
export interface HostedSurveysCalls {
  /** Show an external survey. Returns the page on which an external survey is answered. `q0`, `q1`, … fill in answers, and further parameters become properties of its events. A survey of another type, or one that does not run, is 404. Clients that take HTML get errors as pages, too. It needs no API key. */
  readonly page: Call<"hostedSurveys.page">
}

/** The operations `sdkScripts.…` of the contract. */
export interface SdkScriptsCalls {
  /** Read a script of the browser SDK. Returns a script of posthog-js in the version that the server has, for any requested version. A name that is no script of it is 404. It needs no API key. */
  readonly script: Call<"sdkScripts.script">
  /** Read a script of one version of the browser SDK. Returns a script of posthog-js where the server has this very version; another one is 404. It needs no API key. */
  readonly versionedScript: Call<"sdkScripts.versionedScript">
}

/** The operations `surveySummaries.…` of the contract. */
export interface SurveySummariesCalls {
  /** Summarise the answers to a question. Returns what the newest answers to one question say; without a question the headline of the survey. A summary is kept as long as the responses are the same. Scope: `survey:read`. */
  readonly summarize: Call<"surveySummaries.summarize">
  /** Summarise a survey in one line. Returns one line about the newest responses to all questions. It is kept as long as the responses are the same. Scope: `survey:read`. */
  readonly headline: Call<"surveySummaries.headline">
}

/** The operations `flags.…` of the contract. */
export interface FlagsCalls {
  /** Read the SDK configuration. Returns the configuration of SDKs without evaluating a flag. An unknown token is 401. It needs no API key. */
  readonly configure: Call<"flags.configure">
  /** Evaluate flags. Returns the project's flags for one user. An unknown token is 401, a body without `distinct_id` is 400. A flag that cannot be evaluated is `failed` or left out, and `errorsWhileComputingFlags` is true. It needs no API key. */
  readonly evaluate: Call<"flags.evaluate">
  /** Read the SDK configuration (older path). Returns the configuration of SDKs without evaluating a flag. An unknown token is 401. It needs no API key. */
  readonly decideConfigure: Call<"flags.decideConfigure">
  /** Evaluate flags (older path). Returns the project's flags for one user. An unknown token is 401, a body without `distinct_id` is 400. A flag that cannot be evaluated is `failed` or left out, and `errorsWhileComputingFlags` is true. It needs no API key. */
  readonly decide: Call<"flags.decide">
}

/** The operations `remoteConfig.…` of the contract. */
export interface RemoteConfigCalls {
  /** Read the configuration of browser SDKs. Returns the configuration of browser SDKs as JSON. A token that is unknown is 404. It needs no API key. */
  readonly json: Call<"remoteConfig.json">
  /** Read the configuration of browser SDKs as a script. Returns the configuration of browser SDKs as a script that sets it. A token that is unknown is 404. It needs no API key. */
  readonly script: Call<"remoteConfig.script">
}

/** The operations `localEvaluation.…` of the contract. */
export interface LocalEvaluationCalls {
  /** Read flag definitions. Returns all flags of the project with what evaluating them takes. `If-None-Match` with the `ETag` of an earlier answer gets 304 while nothing has changed. A project that has used up its quota is 402. Scope: `feature_flag:read`. A secret of the project opens it too. */
  readonly definitions: Call<"localEvaluation.definitions">
  /** Read flag definitions (older path). Returns all flags of the project with what evaluating them takes. `If-None-Match` with the `ETag` of an earlier answer gets 304 while nothing has changed. A project that has used up its quota is 402. Scope: `feature_flag:read`. A secret of the project opens it too. */
  readonly legacy: Call<"localEvaluation.legacy">
  /** Stream flag definitions. Sends the flag definitions as server-sent events: once at first and after each change. Too many open streams are 503. Scope: `feature_flag:read`. A secret of the project opens it too. */
  readonly stream: Call<"localEvaluation.stream">
}

/** The operations `projectLocalEvaluation.…` of the contract. */
export interface ProjectLocalEvaluationCalls {
  /** Read a project's flag definitions. Returns all flags of the project with what evaluating them takes. `If-None-Match` with the `ETag` of an earlier answer gets 304 while nothing has changed. A project that has used up its quota is 402. Scope: `feature_flag:read`. A secret of the project opens it too. */
  readonly definitions: Call<"projectLocalEvaluation.definitions">
  /** Stream a project's flag definitions. Sends the flag definitions as server-sent events: once at first and after each change. Too many open streams are 503. Scope: `feature_flag:read`. A secret of the project opens it too. */
  readonly stream: Call<"projectLocalEvaluation.stream">
}

/** The operations `ofrep.…` of the contract. */
export interface OfrepCalls {
  /** Evaluate all flags (OFREP). Returns the value of every flag for one user. With `If-None-Match` the answer is 304 while nothing has changed. A context without `targetingKey` is 400. It needs no API key. */
  readonly all: Call<"ofrep.all">
  /** Evaluate one flag (OFREP). Returns the value of one flag for one user. A flag that is not there is 404. A context without `targetingKey` is 400. It needs no API key. */
  readonly one: Call<"ofrep.one">
  /** Stream changes of flags (OFREP). Sends a server-sent event whenever the project's flags have changed. Too many open streams are 503. It needs no API key. */
  readonly stream: Call<"ofrep.stream">
}

/** The operations `experiments.…` of the contract. */
export interface ExperimentsCalls {
  /** List experiments. A page of the experiments of the project that are not deleted. Scope: `experiment:read`. */
  readonly list: PagedCall<"experiments.list">
  /** Create an experiment. Makes an experiment and returns it. A flag that has the key is linked; otherwise one is made. Scope: `experiment:write`. */
  readonly create: Call<"experiments.create">
  /** List the activity of experiments. Lists the changes of experiments with their authors, the latest first. Scope: `activity_log:read`. */
  readonly activity: PagedCall<"experiments.activity">
  /** Read an experiment. The experiment with this id. Scope: `experiment:read`. */
  readonly read: Call<"experiments.read">
  /** Change an experiment (PUT). Changes what the body names, as `PATCH` does, and returns the experiment. Scope: `experiment:write`. */
  readonly replace: Call<"experiments.replace">
  /** Change an experiment. Changes what the body names, and returns the experiment. Scope: `experiment:write`. */
  readonly update: Call<"experiments.update">
  /** Refuse to delete an experiment. Always answers 405, without a body: `deleted` of a change deletes the experiment. Scope: `experiment:write`. */
  readonly remove: Call<"experiments.remove">
  /** List the activity of an experiment. The changes of the experiment, the latest first. Scope: `activity_log:read`. */
  readonly activityOfOne: PagedCall<"experiments.activityOfOne">
}

/** The operations `experimentActions.…` of the contract. */
export interface ExperimentActionsCalls {
  /** List flags that experiments can use. Flags with two variants or more, `control` first, that belong to no survey and no product tour. Scope: `feature_flag:read`. */
  readonly eligibleFlags: PagedCall<"experimentActions.eligibleFlags">
  /** Ask whether code must add variants. Samples events of the last 7 days: `true` when none of them has a property `$feature/…`. Scope: `experiment:read`. */
  readonly requiresFlagImplementation: Call<"experimentActions.requiresFlagImplementation">
  /** Read how fast a project experiments. Counts by the days of the project's time zone. Deleted and archived experiments do not count. Scope: `experiment:read`. */
  readonly stats: Call<"experimentActions.stats">
  /** Duplicate an experiment. Makes a draft with the same metrics and settings. Both share the flag, unless the body names another one. Scope: `experiment:write`. */
  readonly duplicate: Call<"experimentActions.duplicate">
  /** Promote an experiment to projects. Makes a draft of the experiment in other projects, with its flag, shared metrics, cohorts and actions; an experiment of the same name gets the differences. All projects get theirs, or none. `dry_run` only returns what would be done. Scope: `experiment:write`. */
  readonly promote: Call<"experimentActions.promote">
  /** Make the cohort of the people exposed. Makes a cohort of the people whom the experiment has exposed since it began. It is made once. Scope: `experiment:write`. */
  readonly createExposureCohort: Call<"experimentActions.createExposureCohort">
  /** Launch an experiment. Begins a draft now, and turns its flag on. Otherwise the answer is 400. Scope: `experiment:write`. */
  readonly launch: Call<"experimentActions.launch">
  /** Archive an experiment. Puts away an experiment that has ended. Otherwise the answer is 400. Scope: `experiment:write`. */
  readonly archive: Call<"experimentActions.archive">
  /** Take an experiment from the archive. Takes it out of the archive. Otherwise the answer is 400. Scope: `experiment:write`. */
  readonly unarchive: Call<"experimentActions.unarchive">
  /** Pause an experiment. Turns the flag of a running experiment off. Otherwise the answer is 400. Scope: `experiment:write`. */
  readonly pause: Call<"experimentActions.pause">
  /** Resume an experiment. Turns the flag of a paused experiment on. Otherwise the answer is 400. Scope: `experiment:write`. */
  readonly resume: Call<"experimentActions.resume">
  /** Reset an experiment. Makes it a draft again, without a decision. The flag stays as it is. Otherwise the answer is 400. Scope: `experiment:write`. */
  readonly reset: Call<"experimentActions.reset">
  /** End an experiment. Ends a running experiment now, with the decision. The flag stays as it is. Scope: `experiment:write`. */
  readonly end: Call<"experimentActions.end">
  /** Ship a variant. Gives everybody one variant, and ends the experiment if it runs. A holdout stays held out. Scope: `experiment:write`. */
  readonly shipVariant: Call<"experimentActions.shipVariant">
}

/** The operations `holdouts.…` of the contract. */
export interface HoldoutsCalls {
  /** List holdouts. A page of the holdouts of the project, the newest first. Scope: `experiment:read`. */
  readonly list: PagedCall<"holdouts.list">
  /** Create a holdout. Makes a holdout and returns it. Scope: `experiment:write`. */
  readonly create: Call<"holdouts.create">
  /** Read a holdout. The holdout with this id. Scope: `experiment:read`. */
  readonly read: Call<"holdouts.read">
  /** Change a holdout. Changes what the body names. The flags of its experiments follow at once. Scope: `experiment:write`. */
  readonly update: Call<"holdouts.update">
  /** Delete a holdout. Removes the holdout for good. Its experiments and their flags go on without it. Scope: `experiment:write`. */
  readonly remove: Call<"holdouts.remove">
  /** List the activity of a holdout. The changes of the holdout, the latest first. Scope: `activity_log:read`. */
  readonly activity: PagedCall<"holdouts.activity">
}

/** The operations `savedMetrics.…` of the contract. */
export interface SavedMetricsCalls {
  /** List saved metrics. A page of the saved metrics of the project, the newest first. Scope: `experiment_saved_metric:read`. */
  readonly list: PagedCall<"savedMetrics.list">
  /** Create a saved metric. Makes a saved metric and returns it. Scope: `experiment_saved_metric:write`. */
  readonly create: Call<"savedMetrics.create">
  /** Read a saved metric. The saved metric with this id. Scope: `experiment_saved_metric:read`. */
  readonly read: Call<"savedMetrics.read">
  /** Change a saved metric. Changes what the body names, and returns the saved metric. Scope: `experiment_saved_metric:write`. */
  readonly update: Call<"savedMetrics.update">
  /** Delete a saved metric. Removes the saved metric for good, and from every experiment that measures it. Scope: `experiment_saved_metric:write`. */
  readonly remove: Call<"savedMetrics.remove">
  /** List the activity of a saved metric. The changes of the saved metric, the latest first. Scope: `activity_log:read`. */
  readonly activity: PagedCall<"savedMetrics.activity">
}

/** The operations `experimentTimeseries.…` of the contract. */
export interface ExperimentTimeseriesCalls {
  /** Read the daily results of a metric. The results that there are, for every day of the experiment. Scope: `experiment:read`. */
  readonly results: Call<"experimentTimeseries.results">
  /** Compute the daily results of a metric anew. Removes the results of the metric and has every day computed in the background. While that is not over, the same request is returned. Scope: `experiment:write`. */
  readonly recalculate: Call<"experimentTimeseries.recalculate">
}

/** The operations `experimentResults.…` of the contract. */
export interface ExperimentResultsCalls {
  /** Read the results of an experiment. The result of each metric, the exposures, and what they say in words. Cached answers are used where they are fresh. Scope: `experiment:read`. */
  readonly results: Call<"experimentResults.results">
  /** Plan the running time of an experiment. Returns the exposures and days that a metric needs to show an effect, from the variance and the exposures so far. Scope: `experiment:read`. */
  readonly runningTime: Call<"experimentResults.runningTime">
}

/** The operations `experimentReport.…` of the contract. */
export interface ExperimentReportCalls {
  /** Look at the results of an experiment. The results of `GET …/results/` and the daily results that there are, as charts, tables and words. The key may stand in the address as `personal_api_key`, so that a browser shows the page. Scope: `experiment:read`. */
  readonly show: Call<"experimentReport.show">
}

/** The operations `insightCharts.…` of the contract. */
export interface InsightChartsCalls {
  /** Draw an insight. Runs the insight's query, or takes the answer that is kept, and draws it. The key may stand in the address as `personal_api_key`, so that a page shows the picture. Scope: `insight:read`. */
  readonly chart: Call<"insightCharts.chart">
}

/** The operations `alerts.…` of the contract. */
export interface AlertsCalls {
  /** List alerts. A page of the alerts of the project that are not deleted. Scope: `alert:read`. */
  readonly list: PagedCall<"alerts.list">
  /** Create an alert. Makes an alert and returns it. Scope: `alert:write`. */
  readonly create: Call<"alerts.create">
  /** Read an alert. The alert with this id, also a deleted one. Scope: `alert:read`. */
  readonly read: Call<"alerts.read">
  /** Change an alert. Changes what the body names, and returns the alert. Scope: `alert:write`. */
  readonly update: Call<"alerts.update">
  /** Delete an alert. Removes the alert and its checks for good. Scope: `alert:write`. */
  readonly remove: Call<"alerts.remove">
  /** List the activity of an alert. The changes of the alert, the latest first. Scope: `activity_log:read`. */
  readonly activity: PagedCall<"alerts.activity">
}

/** The operations `webhooks.…` of the contract. */
export interface WebhooksCalls {
  /** List webhooks. A page of the webhooks of the project that are not deleted. Scope: `webhook:read`. */
  readonly list: PagedCall<"webhooks.list">
  /** Create a webhook. Makes a webhook and returns it. Scope: `webhook:write`. */
  readonly create: Call<"webhooks.create">
  /** Read a webhook. The webhook with this id, also a deleted one. Scope: `webhook:read`. */
  readonly read: Call<"webhooks.read">
  /** Change a webhook. Changes what the body names, and returns the webhook. Scope: `webhook:write`. */
  readonly update: Call<"webhooks.update">
  /** Delete a webhook. Marks the webhook as deleted; `deleted` of a change restores it. Scope: `webhook:write`. */
  readonly remove: Call<"webhooks.remove">
  /** List the activity of a webhook. The changes of the webhook, the latest first. Scope: `activity_log:read`. */
  readonly activity: PagedCall<"webhooks.activity">
  /** Rotate a webhook's secret. Gives the webhook a new secret and returns it once. For a day signatures are made with the former one, too. Scope: `webhook:write`. */
  readonly rotateSecret: Call<"webhooks.rotateSecret">
  /** Test a webhook. Sends a message of the type `webhook.test`, and returns its delivery. Scope: `webhook:write`. */
  readonly test: Call<"webhooks.test">
  /** List a webhook's deliveries. A page of the messages of the last thirty days, the latest first. Scope: `webhook:read`. */
  readonly deliveries: PagedCall<"webhooks.deliveries">
  /** Read a delivery. Returns one message, and how sending it went. Scope: `webhook:read`. */
  readonly delivery: Call<"webhooks.delivery">
  /** Send a delivery again. Sends a message once more, with all of its attempts and the same `webhook-id`, and returns it. Scope: `webhook:write`. */
  readonly resend: Call<"webhooks.resend">
}

/** The operations `subscriptions.…` of the contract. */
export interface SubscriptionsCalls {
  /** List subscriptions. A page of the subscriptions of the project that are not deleted. Scope: `subscription:read`. */
  readonly list: PagedCall<"subscriptions.list">
  /** Create a subscription. Makes a subscription and returns it. Scope: `subscription:write`. */
  readonly create: Call<"subscriptions.create">
  /** Read a subscription. The subscription with this id, also a deleted one. Scope: `subscription:read`. */
  readonly read: Call<"subscriptions.read">
  /** Change a subscription. Changes what the body names, and returns the subscription. Scope: `subscription:write`. */
  readonly update: Call<"subscriptions.update">
  /** Refuse to delete a subscription. Always refused with 405: `deleted` of a change deletes the subscription. Scope: `subscription:write`. */
  readonly remove: Call<"subscriptions.remove">
  /** List the activity of a subscription. The changes of the subscription, the latest first. Scope: `activity_log:read`. */
  readonly activity: PagedCall<"subscriptions.activity">
  /** Test a subscription. Sends the subscription to its targets now, beside its schedule, and returns the delivery. One is made at a time. Scope: `subscription:write`. */
  readonly testDelivery: Call<"subscriptions.testDelivery">
  /** List a subscription's deliveries. A page of the last 20 deliveries, the latest first, and how sending each went. Scope: `subscription:read`. */
  readonly deliveries: PagedCall<"subscriptions.deliveries">
}

/** The operations `unsubscribe.…` of the contract. */
export interface UnsubscribeCalls {
  /** Show the page that ends mails. Returns a page with a button that ends the mails of a subscription to an address; nothing changes yet. Clients that take HTML get errors as pages, too. It needs no API key. */
  readonly page: Call<"unsubscribe.page">
  /** End mails. Removes the address of the link from its subscription. Mail programs post here by themselves (RFC 8058). Doing so once more changes nothing. It needs no API key. */
  readonly unsubscribe: Call<"unsubscribe.unsubscribe">
}

/** The operations `dashboardSharing.…` of the contract. */
export interface DashboardSharingCalls {
  /** Read how a dashboard is shared. Whether a link shows the dashboard, and who made it when. The link itself is not returned: only a hash of it is stored. A deleted dashboard is 404. Scope: `sharing_configuration:read`. */
  readonly read: Call<"dashboardSharing.read">
  /** Turn the link of a dashboard on or off. `enabled: true` makes a link, which is in this answer and in no later one; where there is a link already, nothing changes. `enabled: false` ends it at once. Scope: `sharing_configuration:write`. */
  readonly update: Call<"dashboardSharing.update">
  /** Renew the link of a dashboard. Makes another link, which is in this answer and in no later one. The link before shows nothing from then on. A dashboard without a link is 404. Scope: `sharing_configuration:write`. */
  readonly renew: Call<"dashboardSharing.renew">
}

/** The operations `sharedDashboards.…` of the contract. */
export interface SharedDashboardsCalls {
  /** Show a shared dashboard. Returns a page with the dashboard's texts, its charts and their numbers, each with its age, without scripts. A link that is unknown, was renewed or turned off, or whose dashboard or project is deleted is 404, as a page for clients that take HTML. It needs no API key. */
  readonly page: Call<"sharedDashboards.page">
}

/** Every operation of the contract, by group. */
export interface Calls {
  readonly signIn: SignInCalls
  readonly account: AccountCalls
  readonly invites: InvitesCalls
  readonly inviteLinks: InviteLinksCalls
  readonly ownInvites: OwnInvitesCalls
  readonly ownSessions: OwnSessionsCalls
  readonly secondFactor: SecondFactorCalls
  readonly provider: ProviderCalls
  readonly identities: IdentitiesCalls
  readonly query: QueryCalls
  readonly identity: IdentityCalls
  readonly projects: ProjectsCalls
  readonly organizations: OrganizationsCalls
  readonly personalApiKeys: PersonalApiKeysCalls
  readonly members: MembersCalls
  readonly project: ProjectCalls
  readonly projectSecretKeys: ProjectSecretKeysCalls
  readonly queryPreparation: QueryPreparationCalls
  readonly insightVariables: InsightVariablesCalls
  readonly actions: ActionsCalls
  readonly activity: ActivityCalls
  readonly organizationActivity: OrganizationActivityCalls
  readonly cohorts: CohortsCalls
  readonly dashboards: DashboardsCalls
  readonly insights: InsightsCalls
  readonly dataDeletions: DataDeletionsCalls
  readonly dataExports: DataExportsCalls
  readonly definitions: DefinitionsCalls
  readonly groups: GroupsCalls
  readonly persons: PersonsCalls
  readonly capture: CaptureCalls
  readonly health: HealthCalls
  readonly changeRequests: ChangeRequestsCalls
  readonly featureFlags: FeatureFlagsCalls
  readonly featureFlagActions: FeatureFlagActionsCalls
  readonly featureFlagAnswers: FeatureFlagAnswersCalls
  readonly organizationFlags: OrganizationFlagsCalls
  readonly scheduledChanges: ScheduledChangesCalls
  readonly surveys: SurveysCalls
  readonly surveyResponses: SurveyResponsesCalls
  readonly surveySdk: SurveySdkCalls
  readonly hostedSurveys: HostedSurveysCalls
  readonly sdkScripts: SdkScriptsCalls
  readonly surveySummaries: SurveySummariesCalls
  readonly flags: FlagsCalls
  readonly remoteConfig: RemoteConfigCalls
  readonly localEvaluation: LocalEvaluationCalls
  readonly projectLocalEvaluation: ProjectLocalEvaluationCalls
  readonly ofrep: OfrepCalls
  readonly experiments: ExperimentsCalls
  readonly experimentActions: ExperimentActionsCalls
  readonly holdouts: HoldoutsCalls
  readonly savedMetrics: SavedMetricsCalls
  readonly experimentTimeseries: ExperimentTimeseriesCalls
  readonly experimentResults: ExperimentResultsCalls
  readonly experimentReport: ExperimentReportCalls
  readonly insightCharts: InsightChartsCalls
  readonly alerts: AlertsCalls
  readonly webhooks: WebhooksCalls
  readonly subscriptions: SubscriptionsCalls
  readonly unsubscribe: UnsubscribeCalls
  readonly dashboardSharing: DashboardSharingCalls
  readonly sharedDashboards: SharedDashboardsCalls
}
