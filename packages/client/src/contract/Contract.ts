// Made from docs/openapi.json by `pnpm run docs`, with openapi-typescript: do not edit.

export interface components {
    schemas: {
        ErrorBody: {
            /**
             * @description The class of the error.
             * @enum {string}
             */
            type: "authentication_error" | "invalid_request" | "quota_limited" | "server_error" | "throttled_error" | "validation_error";
            /** @description The fault, as a word for programs. */
            code: string;
            /** @description The fault, in words. */
            detail: string;
            /** @description The field, with nested names joined by `__`; null for the request as a whole. */
            attr: string | null;
            /** @description Everything that is wrong; the first one is the error itself. */
            errors?: components["schemas"]["ErrorDetail"][];
            /** @description Further facts, such as the place of a syntax error. */
            extra?: {
                [key: string]: unknown;
            };
        };
        ErrorDetail: {
            /** @description The fault, as a word for programs. */
            code: string;
            /** @description The fault, in words. */
            detail: string;
            /** @description The field, with nested names joined by `__`; null for the request as a whole. */
            attr: string | null;
        };
        /** @description The link that shows a dashboard to everybody who has it. */
        DashboardSharing: {
            /** @description Whether a link shows the dashboard. */
            enabled: boolean;
            /** @description The token of the link. It is returned by the request that makes it and never again, as only a hash of it is stored; null otherwise. */
            access_token: string | null;
            /** @description The address of the page that shows the dashboard. It is returned by the request that makes it and never again, as only a hash of it is stored; null otherwise. */
            link: string | null;
            /** @description The user who made the link; null without a link. */
            created_by: components["schemas"]["UserBasic"] | null;
            /** @description The time at which the link was made; null without a link. */
            created_at: string | null;
        };
        UserBasic: {
            /** @description The user's number. */
            id: number;
            /** @description The user's uuid. */
            uuid: string;
            /** @description The distinct id of the user's own events. */
            distinct_id: string;
            /** @description The first name. */
            first_name: string;
            /** @description The last name; may be empty. */
            last_name: string;
            /** @description The email. */
            email: string;
            /** @description Whether the email was verified. */
            is_email_verified: boolean;
            /** @description Always empty. */
            mascot_config: {
                [key: string]: unknown;
            };
            /** @description The user's role in words; may be empty. */
            role_at_organization: string;
        };
        /** @description Turns the link of a dashboard on or off. */
        DashboardSharingChanges: {
            /** @description Whether a link shows the dashboard. True makes one where there is none. */
            enabled?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
        };
        /** @description One time that a subscription was sent. */
        SubscriptionDelivery: {
            /** @description The delivery's id; the header `webhook-id` is `msg_` and this id. */
            id: string;
            /** @description Whether somebody asked for it by hand. */
            is_test: boolean;
            /**
             * @description The way by which it is sent.
             * @enum {string}
             */
            target_type: "email" | "slack" | "webhook";
            /** @description The addresses that it is for, and how sending it there went. */
            targets: {
                /** @description The email address, or the address of the webhook. */
                target: string;
                /**
                 * @description `pending` is still to be sent, `failed` was given up.
                 * @enum {string}
                 */
                state: "pending" | "sent" | "failed";
                /** @description The reason for which it was given up. */
                error: string | null;
                /** @description The time at which it was sent or given up. */
                ended_at: string | null;
            }[];
            /**
             * Format: date-time
             * @description The time at which the delivery was made.
             */
            created_at: string;
        };
        ActivityLogPage: {
            /** @description The entries, newest first. */
            results: components["schemas"]["ActivityLogEntry"][];
            /** @description The URL of the next page; null on the last one. */
            next: string | null;
            /** @description The URL of the page before; null on the first one. */
            previous: string | null;
            /** @description The number of entries on all pages. */
            total_count: number;
        };
        ActivityLogEntry: {
            /** @description The entry's id. */
            id: string;
            /** @description The user who made the change, by the name of that time, or the system. */
            user: components["schemas"]["ActivityPerson"] | components["schemas"]["ActivitySystem"];
            /** @description The action: `created`, `updated`, `deleted` and so on. */
            activity: string;
            /**
             * @description The kind of thing that changed.
             * @enum {string}
             */
            scope: "Action" | "Alert" | "ChangeRequest" | "Cohort" | "Dashboard" | "DataDeletion" | "DataExport" | "EventDefinition" | "Experiment" | "ExperimentHoldout" | "ExperimentSavedMetric" | "FeatureFlag" | "Group" | "Insight" | "InsightVariable" | "Organization" | "OrganizationInvite" | "OrganizationMembership" | "Person" | "PersonalAPIKey" | "Project" | "ProjectSecretAPIKey" | "PropertyDefinition" | "ScheduledChange" | "Subscription" | "Survey" | "User" | "Webhook";
            /** @description The id of the thing that changed. */
            item_id: string;
            /** @description The changed fields. */
            detail: {
                /** @description The id of the thing, as in `item_id`. */
                id: string;
                /** @description The differences; null when the thing was made or removed. */
                changes: components["schemas"]["ActivityChange"][] | null;
                /** @description Always null. */
                merge: null;
                /** @description The cause of the change, such as a scheduled change; null when a user made it. */
                trigger: unknown;
                /** @description The thing's name. */
                name: string | null;
                /** @description The thing's short id; null when it has none. */
                short_id: string | null;
                /** @description The thing's type; null when it has none. */
                type: string | null;
            };
            /**
             * Format: date-time
             * @description The time at which the change was made.
             */
            created_at: string;
            /** @description The id of the organisation. */
            organization_id: string;
            /** @description The id of the project; null when the change concerns none. */
            project_id: number | null;
            /** @description Always `false`. */
            unread: boolean;
            /** @description Whether the system made the change. */
            is_system: boolean;
            /** @description Always `false`. */
            was_impersonated: boolean;
        };
        ActivityChange: {
            /**
             * @description The kind of thing that changed.
             * @enum {string}
             */
            type: "Action" | "Alert" | "ChangeRequest" | "Cohort" | "Dashboard" | "DataDeletion" | "DataExport" | "EventDefinition" | "Experiment" | "ExperimentHoldout" | "ExperimentSavedMetric" | "FeatureFlag" | "Group" | "Insight" | "InsightVariable" | "Organization" | "OrganizationInvite" | "OrganizationMembership" | "Person" | "PersonalAPIKey" | "Project" | "ProjectSecretAPIKey" | "PropertyDefinition" | "ScheduledChange" | "Subscription" | "Survey" | "User" | "Webhook";
            /**
             * @description The effect on the field.
             * @enum {string}
             */
            action: "changed" | "copied" | "created" | "deleted" | "exported" | "merged" | "split";
            /** @description The field that changed; null when the change has no field. */
            field: string | null;
            /** @description The value before the change. */
            before: unknown;
            /** @description The value after the change. */
            after: unknown;
            /** @description The places inside a structured field that differ. */
            paths?: components["schemas"]["ActivityPathChange"][];
            /**
             * @description `true` when more than 100 places differ and only the first 100 are listed.
             * @enum {boolean}
             */
            paths_truncated?: true;
        };
        ActivityPathChange: {
            /** @description The place in the field: steps joined by dots, elements counted from 0. */
            path: string;
            /**
             * @description The effect on the place.
             * @enum {string}
             */
            action: "changed" | "created" | "deleted";
            /** @description The value before the change. */
            before: unknown;
            /** @description The value after the change. */
            after: unknown;
        };
        ActivitySystem: {
            /**
             * @description Always `System`.
             * @enum {string}
             */
            first_name: "System";
            /** @description Always null. */
            email: null;
            /**
             * @description Always `true`.
             * @enum {boolean}
             */
            is_system: true;
        };
        ActivityPerson: {
            /** @description The user's number. */
            id: number;
            /** @description The user's uuid. */
            uuid: string;
            /** @description The distinct id of the user's own events. */
            distinct_id: string;
            /** @description The first name. */
            first_name: string;
            /** @description The last name; may be empty. */
            last_name: string;
            /** @description The email. */
            email: string;
        };
        /** @description A dashboard or an insight that is sent on a schedule. */
        Subscription: {
            /** @description The subscription's id. */
            id: number;
            /** @description The name that people see. */
            title: string;
            /** @description The id of the dashboard that is sent; null where an insight is. */
            dashboard: number | null;
            /** @description The id of the insight that is sent; null where a dashboard is. */
            insight: number | null;
            /** @description The id of the insight that stands in links. */
            insight_short_id: string | null;
            /** @description The name of the dashboard or the insight; null where it is deleted. */
            resource_name: string | null;
            /** @description The ids of the insights of the dashboard that are sent; empty: its first ones. */
            dashboard_export_insights: number[];
            /**
             * @description The way by which it is sent.
             * @enum {string}
             */
            target_type: "email" | "slack" | "webhook";
            /** @description The email addresses, or the address of a webhook. */
            target_value: string;
            /** @description A text above the numbers. */
            invite_message: string | null;
            /**
             * @description The unit of the schedule.
             * @enum {string}
             */
            frequency: "daily" | "weekly" | "monthly" | "yearly";
            /** @description The number of units from date to date. */
            interval: number;
            /** @description The days on which it is sent. */
            byweekday: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[] | null;
            /** @description The place among these days in the month or year; -1 is the last. */
            bysetpos: number | null;
            /** @description The number of dates; null: no end. */
            count: number | null;
            /**
             * Format: date-time
             * @description The first date, whose local time is that of all.
             */
            start_date: string;
            /** @description No date is later. */
            until_date: string | null;
            /** @description The schedule in words. */
            summary: string;
            /** @description The next date; null where there is none to come. */
            next_delivery_date: string | null;
            /** @description Whether it is sent. */
            enabled: boolean;
            /** @description The reason for which the server turned it off; null otherwise. */
            paused_reason: string | null;
            /** @description The number of deliveries in a row that nobody got. */
            failed_deliveries: number;
            /** @description Always null: a channel of Slack is named by its address. */
            integration_id: null;
            /** @description The key of the signatures of bodies for a webhook. Returned once, when the subscription is made; null otherwise. */
            secret: string | null;
            /** @description Whether the subscription is deleted. */
            deleted: boolean;
            /** @description The user who created the subscription. */
            created_by: components["schemas"]["UserBasic"] | null;
            /**
             * Format: date-time
             * @description The time at which the subscription was created.
             */
            created_at: string;
        };
        /** @description A change of a subscription. `deleted` deletes and restores it; `target_type` stays as it is. */
        SubscriptionChanges: {
            /** @description The name that people see. */
            title?: string | number;
            /** @description The id of the dashboard that is sent; null where an insight is. */
            dashboard?: number | string | null;
            /** @description The id of the insight that is sent; null where a dashboard is. */
            insight?: number | string | null;
            /** @description The ids of the insights of the dashboard that are sent, at most 6; empty: its first ones. */
            dashboard_export_insights?: (number | string)[];
            /**
             * @description `email`, `webhook`: a signed body, `slack`: a message for an incoming webhook of Slack.
             * @enum {unknown}
             */
            target_type?: "email" | "slack" | "webhook";
            /** @description Email addresses with commas between them, at most 50, or the address of a webhook: `https`, and no private address. */
            target_value?: string | number;
            /** @description A text above the numbers. */
            invite_message?: string | number | null;
            /**
             * @description The unit of the schedule.
             * @enum {unknown}
             */
            frequency?: "daily" | "weekly" | "monthly" | "yearly";
            /** @description The number of units from date to date. */
            interval?: number | string;
            /** @description The days on which it is sent; null: the day of `start_date`. */
            byweekday?: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[] | null;
            /** @description The place among the days of `byweekday` in the month or year: 1 to 4, or -1 for the last. */
            bysetpos?: (1 | 2 | 3 | 4 | -1 | "1" | "2" | "3" | "4" | "-1") | null;
            /** @description The number of dates, counted from `start_date`; null: no end. */
            count?: number | string | null;
            /** @description The first date, as ISO 8601. Its local time in the project's time zone is that of all dates. */
            start_date?: string;
            /** @description No date is later, as ISO 8601; null: no end. */
            until_date?: string | null;
            /** @description Whether it is sent. True also ends a pause after failures. */
            enabled?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /** @description Whether it is deleted. False restores it. */
            deleted?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
        };
        /** @description A dashboard or an insight that is sent on a schedule, by email or to a webhook. */
        NewSubscription: {
            /**
             * @description The name that people see.
             * @default
             */
            title?: string | number;
            /**
             * @description The id of the dashboard that is sent; null where an insight is.
             * @default null
             */
            dashboard?: number | string | null;
            /**
             * @description The id of the insight that is sent; null where a dashboard is.
             * @default null
             */
            insight?: number | string | null;
            /**
             * @description The ids of the insights of the dashboard that are sent, at most 6; empty: its first ones.
             * @default []
             */
            dashboard_export_insights?: (number | string)[];
            /**
             * @description `email`, `webhook`: a signed body, `slack`: a message for an incoming webhook of Slack.
             * @enum {unknown}
             */
            target_type: "email" | "slack" | "webhook";
            /** @description Email addresses with commas between them, at most 50, or the address of a webhook: `https`, and no private address. */
            target_value: string | number;
            /**
             * @description A text above the numbers.
             * @default null
             */
            invite_message?: string | number | null;
            /**
             * @description The unit of the schedule.
             * @enum {unknown}
             */
            frequency: "daily" | "weekly" | "monthly" | "yearly";
            /**
             * @description The number of units from date to date.
             * @default 1
             */
            interval?: number | string;
            /**
             * @description The days on which it is sent; null: the day of `start_date`.
             * @default null
             */
            byweekday?: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[] | null;
            /**
             * @description The place among the days of `byweekday` in the month or year: 1 to 4, or -1 for the last.
             * @default null
             */
            bysetpos?: (1 | 2 | 3 | 4 | -1 | "1" | "2" | "3" | "4" | "-1") | null;
            /**
             * @description The number of dates, counted from `start_date`; null: no end.
             * @default null
             */
            count?: number | string | null;
            /** @description The first date, as ISO 8601. Its local time in the project's time zone is that of all dates. */
            start_date: string;
            /**
             * @description No date is later, as ISO 8601; null: no end.
             * @default null
             */
            until_date?: string | null;
            /**
             * @description Whether it is sent. True also ends a pause after failures.
             * @default true
             */
            enabled?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
        };
        /** @description One message for one webhook, and how sending it went. */
        WebhookDelivery: {
            /** @description The delivery's id; the header `webhook-id` is `msg_` and this id. */
            id: string;
            /** @description The type of the message. */
            type: string;
            /** @description The record that the message is about; messages about one arrive in their order. */
            record: string;
            /**
             * @description `pending` is still to be sent, `failed` was given up, `dropped` was left out as the webhook is deleted.
             * @enum {string}
             */
            state: "pending" | "delivered" | "failed" | "dropped";
            /** @description The number of attempts so far. */
            attempts: number;
            /** @description The earliest time of the next attempt. */
            next_attempt_at: string | null;
            /** @description The time of the last attempt. */
            last_attempt_at: string | null;
            /** @description The status of the last answer; null without an answer. */
            response_status: number | null;
            /** @description The beginning of the last answer, at most 1,000 characters. */
            response_body: string | null;
            /** @description The reason for which the last attempt failed. */
            error: string | null;
            /** @description The body as it is posted. */
            body: string;
            /**
             * Format: date-time
             * @description The time at which the message was made.
             */
            created_at: string;
        };
        /** @description An address that is told of changes, responses and events. */
        Webhook: {
            /** @description The webhook's id. */
            id: number;
            /** @description The name that people see. */
            name: string;
            /** @description The address that bodies are posted to. */
            url: string;
            /** @description The types that it is told of. */
            types: string[];
            /** @description What narrows responses and captured events, as sent. */
            filters: {
                [key: string]: unknown;
            };
            /**
             * @description The form of a body.
             * @enum {string}
             */
            format: "standard" | "slack";
            /** @description Whether it is told of anything. */
            active: boolean;
            /** @description The reason for which the server turned it off; null otherwise. */
            paused_reason: string | null;
            /** @description The first failure since its last success; null while it works. */
            failing_since: string | null;
            /** @description The key of its signatures. Returned once, when the webhook is made or its secret rotated; null otherwise. */
            secret: string | null;
            /** @description Until then signatures are made with the secret before the last rotation, too. */
            previous_secret_until: string | null;
            /** @description Whether the webhook is deleted. */
            deleted: boolean;
            /** @description The user who created the webhook. */
            created_by: components["schemas"]["UserBasic"] | null;
            /**
             * Format: date-time
             * @description The time at which the webhook was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The time at which the webhook was last changed.
             */
            updated_at: string;
        };
        /** @description A change of a webhook. `deleted` deletes and restores it. */
        WebhookChanges: {
            /** @description The name that people see. */
            name?: string | number;
            /** @description The address that bodies are posted to: `https`, and no private address. */
            url?: string | number;
            /** @description The types that it is told of. `feature_flag.*` stands for all of flags, `*` for all but `event.captured`. */
            types?: ("*" | "alert.*" | "alert.created" | "alert.updated" | "alert.deleted" | "alert.firing" | "alert.resolved" | "alert.errored" | "change_request.*" | "change_request.requested" | "change_request.approved" | "change_request.applied" | "change_request.rejected" | "change_request.cancelled" | "change_request.stale" | "change_request.failed" | "change_request.expired" | "change_request.approvals_lost" | "cohort.*" | "cohort.created" | "cohort.updated" | "cohort.deleted" | "cohort.restored" | "experiment.*" | "experiment.created" | "experiment.updated" | "experiment.deleted" | "experiment.restored" | "feature_flag.*" | "feature_flag.created" | "feature_flag.updated" | "feature_flag.deleted" | "feature_flag.restored" | "survey.*" | "survey.created" | "survey.updated" | "survey.deleted" | "survey.restored" | "survey.response" | "event.captured")[];
            /** @description Narrows responses and captured events; see each of its names. */
            filters?: {
                /** @description Names of events, for `event.captured`. */
                events?: (string | number)[];
                /**
                 * @description Conditions that an event meets, all of them, for `event.captured`.
                 * @example [
                 *       {
                 *         "key": "plan",
                 *         "operator": "exact",
                 *         "value": "pro",
                 *         "type": "person"
                 *       }
                 *     ]
                 */
                properties?: {
                    /**
                     * @description The subject: the event (also without a type), or its person.
                     * @enum {unknown}
                     */
                    type?: "event" | "person";
                    /** @description The name of the property. */
                    key: string;
                    /** @description A comparison, as conditions of flags have it; `exact` without one. */
                    operator?: string;
                    /** @description The value, or a list of values one of which is enough. */
                    value?: unknown;
                }[];
                /** @description Ids of surveys, for `survey.response`. */
                surveys?: (string | number)[];
            };
            /**
             * @description `standard`: a JSON body by Standard Webhooks. `slack`: a message for an incoming webhook of Slack.
             * @enum {unknown}
             */
            format?: "standard" | "slack";
            /** @description Whether it is told of anything. True also ends a pause after failures. */
            active?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /** @description Whether it is deleted. False restores it. */
            deleted?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
        };
        /** @description An address that is told of changes, responses and events. */
        NewWebhook: {
            /**
             * @description The name that people see.
             * @default
             */
            name?: string | number;
            /** @description The address that bodies are posted to: `https`, and no private address. */
            url: string | number;
            /** @description The types that it is told of. `feature_flag.*` stands for all of flags, `*` for all but `event.captured`. */
            types: ("*" | "alert.*" | "alert.created" | "alert.updated" | "alert.deleted" | "alert.firing" | "alert.resolved" | "alert.errored" | "change_request.*" | "change_request.requested" | "change_request.approved" | "change_request.applied" | "change_request.rejected" | "change_request.cancelled" | "change_request.stale" | "change_request.failed" | "change_request.expired" | "change_request.approvals_lost" | "cohort.*" | "cohort.created" | "cohort.updated" | "cohort.deleted" | "cohort.restored" | "experiment.*" | "experiment.created" | "experiment.updated" | "experiment.deleted" | "experiment.restored" | "feature_flag.*" | "feature_flag.created" | "feature_flag.updated" | "feature_flag.deleted" | "feature_flag.restored" | "survey.*" | "survey.created" | "survey.updated" | "survey.deleted" | "survey.restored" | "survey.response" | "event.captured")[];
            /**
             * @description Narrows responses and captured events; see each of its names.
             * @default {}
             */
            filters?: {
                /** @description Names of events, for `event.captured`. */
                events?: (string | number)[];
                /**
                 * @description Conditions that an event meets, all of them, for `event.captured`.
                 * @example [
                 *       {
                 *         "key": "plan",
                 *         "operator": "exact",
                 *         "value": "pro",
                 *         "type": "person"
                 *       }
                 *     ]
                 */
                properties?: {
                    /**
                     * @description The subject: the event (also without a type), or its person.
                     * @enum {unknown}
                     */
                    type?: "event" | "person";
                    /** @description The name of the property. */
                    key: string;
                    /** @description A comparison, as conditions of flags have it; `exact` without one. */
                    operator?: string;
                    /** @description The value, or a list of values one of which is enough. */
                    value?: unknown;
                }[];
                /** @description Ids of surveys, for `survey.response`. */
                surveys?: (string | number)[];
            };
            /**
             * @description `standard`: a JSON body by Standard Webhooks. `slack`: a message for an incoming webhook of Slack.
             * @default standard
             * @enum {unknown}
             */
            format?: "standard" | "slack";
            /**
             * @description Whether it is told of anything. True also ends a pause after failures.
             * @default true
             */
            active?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
        };
        /** @description A bound on the value of an insight, with its latest checks. */
        Alert: {
            /** @description The alert's id, a uuid. */
            id: string;
            /** @description The name that people see. */
            name: string;
            /** @description The insight whose value is looked at; only its id where it is deleted. */
            insight: {
                /** @description The insight's id. */
                id: number;
                /** @description The id that stands in links; null where it is deleted. */
                short_id: string | null;
                /** @description The insight's name; null where it is deleted. */
                name: string | null;
            };
            /** @description The people who are told by e-mail. */
            subscribed_users: components["schemas"]["UserBasic"][];
            /** @description The bounds, as sent. */
            threshold: {
                /** @description The alert's id. */
                id: string;
                /**
                 * Format: date-time
                 * @description The time at which the alert was created.
                 */
                created_at: string;
                /** @description Empty: thresholds have no names of their own. */
                name: string;
                /** @description The bounds, and what they are measured in. */
                configuration: {
                    [key: string]: unknown;
                };
            };
            /** @description What the bounds are of, as sent. */
            condition: {
                [key: string]: unknown;
            };
            /** @description The series that is looked at, as sent. */
            config: {
                [key: string]: unknown;
            };
            /**
             * @description The time between two checks.
             * @enum {string}
             */
            calculation_interval: "hourly" | "daily" | "weekly" | "monthly";
            /** @description Whether it is checked. */
            enabled: boolean;
            /** @description Whether hourly and daily checks leave out Saturday and Sunday. */
            skip_weekend: boolean;
            /**
             * @description The outcome of the last check.
             * @enum {string}
             */
            state: "Firing" | "Not firing" | "Errored" | "Snoozed";
            /** @description Quiet until then; null where it is not. */
            snoozed_until: string | null;
            /** @description The last time at which webhooks and people were told. */
            last_notified_at: string | null;
            /** @description The time of the last check. */
            last_checked_at: string | null;
            /** @description The time of the next check. */
            next_check_at: string | null;
            /** @description The user who created the alert. */
            created_by: components["schemas"]["UserBasic"] | null;
            /**
             * Format: date-time
             * @description The time at which the alert was created.
             */
            created_at: string;
            /** @description The latest five checks, the newest first. */
            checks: {
                /** @description The check's id, a uuid. */
                id: string;
                /**
                 * Format: date-time
                 * @description The time of the check.
                 */
                created_at: string;
                /** @description The value; null where there is none, or an infinite one. */
                calculated_value: number | ("Infinity" | "-Infinity" | "NaN") | null;
                /**
                 * @description The outcome.
                 * @enum {string}
                 */
                state: "Firing" | "Not firing" | "Errored" | "Snoozed";
                /** @description Whether anyone was mailed. */
                targets_notified: boolean;
            }[];
        };
        /** @description A change of an alert. One of what it looks at begins anew, with a check at once. */
        AlertChanges: {
            /** @description The name that people see. */
            name?: string | number;
            /** @description The id of the insight, a trend. */
            insight?: number | string;
            /** @description The ids of members who are told by e-mail. */
            subscribed_users?: (number | string)[];
            /** @description The bounds. `percentage` is a share of the value before: 0.2 is 20 %. */
            threshold?: {
                /** @description The bounds, and what they are measured in. */
                configuration: {
                    /**
                     * @description `absolute`: in the unit of the value. `percentage`: as a share of the value before.
                     * @enum {unknown}
                     */
                    type: "absolute" | "percentage";
                    /** @description At least one bound. */
                    bounds: {
                        /** @description A value below it fires; null or absent: none. */
                        lower?: number | null;
                        /** @description A value above it fires; null or absent: none. */
                        upper?: number | null;
                    };
                };
            };
            /** @description What the bounds are of: the newest value, or how much it is above or below the one before. */
            condition?: {
                /**
                 * @description `absolute_value`: the newest value. The others: its change since the one before.
                 * @enum {unknown}
                 */
                type: "absolute_value" | "relative_increase" | "relative_decrease";
            };
            /** @description The series that is looked at, counted from 0, and whether the interval that is not over yet counts. */
            config?: {
                /**
                 * @description Alerts look at trends.
                 * @constant
                 */
                type: "TrendsAlertConfig";
                /** @description The series, counted from 0. */
                series_index: number;
                /** @description Whether the interval that is not over yet counts. */
                check_ongoing_interval?: boolean | null;
            };
            /**
             * @description The time between two checks: on the hour, or in the night of the next day, Monday or first of the month.
             * @enum {unknown}
             */
            calculation_interval?: "hourly" | "daily" | "weekly" | "monthly";
            /** @description Whether it is checked. */
            enabled?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /** @description Whether hourly and daily checks leave out Saturday and Sunday. */
            skip_weekend?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no") | null;
            /** @description Quiet until then: `4h`, `2d`, `1w`, `1m` from now, or an instant. Null ends the silence. */
            snoozed_until?: string | number | null;
        };
        /** @description A bound on the value of an insight, which is checked at once and then on its interval. */
        NewAlert: {
            /**
             * @description The name that people see.
             * @default
             */
            name?: string | number;
            /** @description The id of the insight, a trend. */
            insight: number | string;
            /**
             * @description The ids of members who are told by e-mail.
             * @default []
             */
            subscribed_users?: (number | string)[];
            /** @description The bounds. `percentage` is a share of the value before: 0.2 is 20 %. */
            threshold: {
                /** @description The bounds, and what they are measured in. */
                configuration: {
                    /**
                     * @description `absolute`: in the unit of the value. `percentage`: as a share of the value before.
                     * @enum {unknown}
                     */
                    type: "absolute" | "percentage";
                    /** @description At least one bound. */
                    bounds: {
                        /** @description A value below it fires; null or absent: none. */
                        lower?: number | null;
                        /** @description A value above it fires; null or absent: none. */
                        upper?: number | null;
                    };
                };
            };
            /** @description What the bounds are of: the newest value, or how much it is above or below the one before. */
            condition: {
                /**
                 * @description `absolute_value`: the newest value. The others: its change since the one before.
                 * @enum {unknown}
                 */
                type: "absolute_value" | "relative_increase" | "relative_decrease";
            };
            /** @description The series that is looked at, counted from 0, and whether the interval that is not over yet counts. */
            config: {
                /**
                 * @description Alerts look at trends.
                 * @constant
                 */
                type: "TrendsAlertConfig";
                /** @description The series, counted from 0. */
                series_index: number;
                /** @description Whether the interval that is not over yet counts. */
                check_ongoing_interval?: boolean | null;
            };
            /**
             * @description The time between two checks: on the hour, or in the night of the next day, Monday or first of the month.
             * @default daily
             * @enum {unknown}
             */
            calculation_interval?: "hourly" | "daily" | "weekly" | "monthly";
            /**
             * @description Whether it is checked.
             * @default true
             */
            enabled?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /**
             * @description Whether hourly and daily checks leave out Saturday and Sunday.
             * @default false
             */
            skip_weekend?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no") | null;
        };
        /** @description A bound on the value of an insight. */
        ListedAlert: {
            /** @description The alert's id, a uuid. */
            id: string;
            /** @description The name that people see. */
            name: string;
            /** @description The insight whose value is looked at; only its id where it is deleted. */
            insight: {
                /** @description The insight's id. */
                id: number;
                /** @description The id that stands in links; null where it is deleted. */
                short_id: string | null;
                /** @description The insight's name; null where it is deleted. */
                name: string | null;
            };
            /** @description The people who are told by e-mail. */
            subscribed_users: components["schemas"]["UserBasic"][];
            /** @description The bounds, as sent. */
            threshold: {
                /** @description The alert's id. */
                id: string;
                /**
                 * Format: date-time
                 * @description The time at which the alert was created.
                 */
                created_at: string;
                /** @description Empty: thresholds have no names of their own. */
                name: string;
                /** @description The bounds, and what they are measured in. */
                configuration: {
                    [key: string]: unknown;
                };
            };
            /** @description What the bounds are of, as sent. */
            condition: {
                [key: string]: unknown;
            };
            /** @description The series that is looked at, as sent. */
            config: {
                [key: string]: unknown;
            };
            /**
             * @description The time between two checks.
             * @enum {string}
             */
            calculation_interval: "hourly" | "daily" | "weekly" | "monthly";
            /** @description Whether it is checked. */
            enabled: boolean;
            /** @description Whether hourly and daily checks leave out Saturday and Sunday. */
            skip_weekend: boolean;
            /**
             * @description The outcome of the last check.
             * @enum {string}
             */
            state: "Firing" | "Not firing" | "Errored" | "Snoozed";
            /** @description Quiet until then; null where it is not. */
            snoozed_until: string | null;
            /** @description The last time at which webhooks and people were told. */
            last_notified_at: string | null;
            /** @description The time of the last check. */
            last_checked_at: string | null;
            /** @description The time of the next check. */
            next_check_at: string | null;
            /** @description The user who created the alert. */
            created_by: components["schemas"]["UserBasic"] | null;
            /**
             * Format: date-time
             * @description The time at which the alert was created.
             */
            created_at: string;
        };
        RunningTime: {
            /** @description The effect, in per cent of the control's mean. */
            minimum_detectable_effect: number;
            /** @description The chance to find it. */
            power: number;
            /** @description The level of the test. */
            alpha: number;
            /** @description The control's mean, as measured; null while there is nothing to measure. */
            mean: number | null;
            /** @description The variance of one entity, as measured. */
            variance: number | null;
            /** @description The correlation with the covariate, where one adjusts. */
            correlation: number | null;
            /** @description The number of exposures so far. */
            exposures: number;
            /** @description The number of exposures a day. */
            exposures_per_day: number;
            /** @description The number of exposures that the smallest variant needs; null where the effect cannot be found. */
            samples_per_variant: number | null;
            /** @description The number of exposures that all variants need. */
            recommended_sample_size: number | null;
            /** @description The days from the start; null without exposures. */
            recommended_running_time: number | null;
            /** @description The days from now; null without exposures. */
            remaining_running_time: number | null;
        };
        /** @description The effect that the experiment is to find. */
        RunningTimeRequest: {
            /** @description The uuid of one of the experiment's metrics; without it the first. */
            metric_uuid?: string | number;
            /** @description A metric to be measured in its place. */
            metric?: components["schemas"]["ExperimentMetric"];
            /**
             * @description The smallest effect worth finding, in per cent of the control's mean.
             * @default 30
             */
            minimum_detectable_effect?: number;
            /**
             * @description The chance to find an effect of that size.
             * @default 0.8
             */
            power?: number;
        };
        ExperimentResults: {
            /** @description The results, primary metrics first. */
            metrics: {
                /** @description The metric's uuid. */
                metric_uuid: string | null;
                /** @description The metric's name. */
                name: string | null;
                /** @description `mean`, `funnel`, `ratio` or `retention`; the kind of a metric of an older form. */
                kind: string;
                /**
                 * @description The role of the metric.
                 * @enum {string}
                 */
                role: "primary" | "secondary" | "guardrail";
                /** @description `baseline`, `variant_results` and `breakdown_results`, as `ExperimentQuery` returns them, decided in one family. */
                result: components["schemas"]["ExperimentMetricResult"] | null;
                /** @description The result in words. */
                interpretation: {
                    /** @description The verdict about each variant. */
                    variants: {
                        /** @description The variant. */
                        key: string;
                        /** @description `better`, `worse`, `undecided`, `not_enough_data`, `guardrail_safe`, `guardrail_breached` or `guardrail_undecided`. */
                        verdict: string;
                        /** @description The verdict in words. */
                        text: string;
                    }[];
                    /** @description All verdicts in words. */
                    text: string;
                } | null;
                /** @description The reason for which there is no result. */
                error: string | null;
                /**
                 * @description The direction that is better.
                 * @enum {string}
                 */
                goal: "increase" | "decrease";
                /** @description The outliers that are cut; empty where none are. */
                outliers: {
                    /**
                     * @description The number that is cut.
                     * @enum {string}
                     */
                    of: "value" | "numerator" | "denominator";
                    /** @description The share of entities that is raised to the lower percentile. */
                    below: number;
                    /** @description The share of entities that is lowered to the upper percentile. */
                    above: number;
                    /** @description Whether the upper percentile is that of values other than 0. */
                    ignore_zeros: boolean;
                }[];
            }[];
            /** @description The exposures, as `ExperimentExposureQuery` returns them. */
            exposures: components["schemas"]["ExperimentExposures"];
            /** @description The test of the split: `expected` and `p_value`; null below 100 exposures. */
            srm: components["schemas"]["SampleRatioMismatch"] | null;
            /** @description The method of all results. */
            method: {
                /**
                 * @description The method.
                 * @enum {string}
                 */
                method: "bayesian" | "frequentist";
                /**
                 * @description `reference` has the reference service's figures.
                 * @enum {string}
                 */
                engine: "default" | "reference";
                /** @description The level of each test. */
                alpha: number;
                /** @description The level of each interval. */
                interval_level: number;
                /** @description Whether results may be read at any time. */
                sequential: boolean;
                /**
                 * @description The scale that is asked for.
                 * @enum {string}
                 */
                difference_type: "absolute" | "relative";
                /** @description The tests that verdicts are made among. */
                multiple_testing: {
                    /**
                     * @description The correction.
                     * @enum {string}
                     */
                    method: "holm" | "benjamini-hochberg";
                    /** @description The tests that are decided together. */
                    family: string;
                    /** @description The number of them. */
                    size: number;
                };
                /** @description The adjustment by what was before. */
                cuped: {
                    /** @description Whether a covariate adjusts. */
                    enabled: boolean;
                    /** @description The days before the exposure that it is taken from. */
                    lookback_days: number | null;
                };
                /** @description All of it in sentences. */
                text: string[];
            };
            /** @description The results in words. */
            interpretation: string;
            /**
             * Format: date-time
             * @description The time at which they were put together.
             */
            generated_at: string;
        };
        TimeseriesRecalculation: {
            /**
             * Format: uuid
             * @description The request's id.
             */
            id: string;
            /** @description The experiment's id. */
            experiment_id: number;
            /** @description The metric's uuid. */
            metric_uuid: string;
            /** @description The metric's fingerprint. */
            fingerprint: string;
            /**
             * @description Whether it waits, works or is over.
             * @enum {string}
             */
            status: "pending" | "in_progress" | "completed" | "failed";
            /**
             * Format: date-time
             * @description The time at which it was asked for.
             */
            created_at: string;
        };
        /** @description The metric of which all daily results are computed anew. */
        RecalculationRequest: {
            /** @description The metric, as the experiment shows it. */
            metric: components["schemas"]["ExperimentMetric"];
            /** @description The metric's fingerprint. */
            fingerprint: string | number;
        };
        ExperimentTimeseries: {
            /** @description The experiment's id. */
            experiment_id: number;
            /** @description The metric's uuid. */
            metric_uuid: string;
            /**
             * @description `completed` when every day has a result, `partial` when some have; `failed` when days failed and none has one.
             * @enum {string}
             */
            status: "pending" | "partial" | "completed" | "failed";
            /** @description The result up to the end of each day of the project's time zone; null where there is none. */
            timeseries: {
                [key: string]: components["schemas"]["ExperimentMetricResult"] | null;
            };
            /** @description The reasons for which days failed, by day. */
            errors: {
                [key: string]: string;
            } | null;
            /** @description The time at which the latest result was computed. */
            computed_at: string | null;
            /** @description The time at which the first result was computed. */
            created_at: string | null;
            /** @description The time at which a result was last computed, or failed. */
            updated_at: string | null;
            /** @description The state of the recalculation that is not over. */
            recalculation_status: ("pending" | "in_progress" | "completed" | "failed") | null;
            /** @description The time at which the recalculation was requested. */
            recalculation_created_at: string | null;
        };
        /** @description A metric that several experiments measure. */
        SavedMetric: {
            /** @description The saved metric's id. */
            id: number;
            /** @description Its name, for people. */
            name: string;
            /** @description The meaning, in words. */
            description: string | null;
            /** @description The metric, with a uuid. */
            query: components["schemas"]["ExperimentMetric"];
            /** @description The user who made it. */
            created_by: components["schemas"]["UserBasic"] | null;
            /**
             * Format: date-time
             * @description The time at which it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The time at which it was last changed.
             */
            updated_at: string;
            /** @description Words to find it by. */
            tags: string[];
            /** @description The caller's access: `editor` or `manager`. */
            user_access_level: string;
        };
        /** @description The fields of a saved metric that can be changed. */
        SavedMetricChanges: {
            /** @description Its name, for people. */
            name?: string | number;
            /** @description The metric. */
            query?: components["schemas"]["ExperimentMetric"];
            /** @description The meaning, in words. */
            description?: string | number | null;
            /** @description Words to find it by; kept in lower case. */
            tags?: (string | number)[];
        };
        /** @description A metric for several experiments. */
        NewSavedMetric: {
            /** @description Its name, for people. */
            name: string | number;
            /** @description The metric. */
            query: components["schemas"]["ExperimentMetric"];
            /** @description The meaning, in words. */
            description?: string | number | null;
            /** @description Words to find it by; kept in lower case. */
            tags?: (string | number)[];
        };
        /** @description A share of the people that experiments leave out. */
        Holdout: {
            /** @description The holdout's id. */
            id: number;
            /** @description Its name, for people. */
            name: string;
            /** @description Its purpose. */
            description: string | null;
            /** @description Conditions: the `rollout_percentage` of the first one is the share of the people who get no variant. */
            filters: components["schemas"]["HoldoutCondition"][];
            /** @description The user who made it. */
            created_by: components["schemas"]["UserBasic"] | null;
            /**
             * Format: date-time
             * @description The time at which it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The time at which it was last changed.
             */
            updated_at: string;
        };
        /** @description The fields of a holdout that can be changed. The flags of its experiments follow. */
        HoldoutChanges: {
            /** @description Its name, for people. */
            name?: string | number;
            /** @description Its purpose. */
            description?: string | number | null;
            /** @description Conditions; the share of the first one counts. */
            filters?: components["schemas"]["HoldoutCondition"][] | null;
        };
        /** @description A share of the people that experiments leave out. */
        NewHoldout: {
            /** @description Its name, for people. */
            name: string | number;
            /** @description Its purpose. */
            description?: string | number | null;
            /**
             * @description Conditions; the share of the first one counts.
             * @default []
             */
            filters?: components["schemas"]["HoldoutCondition"][] | null;
        };
        /** @description A comparison of the variants of a feature flag. */
        Experiment: {
            /** @description The experiment's id. */
            id: number;
            /** @description Its name, for people. */
            name: string;
            /** @description The hypothesis, in words. */
            description: string | null;
            /** @description The time at which it began; null for a draft. */
            start_date: string | null;
            /** @description The time at which it ended. */
            end_date: string | null;
            /** @description The key of its flag. */
            feature_flag_key: string;
            /** @description The flag that decides who gets which variant. */
            feature_flag: components["schemas"]["MinimalFeatureFlag"];
            /** @description The people whom it leaves out. */
            holdout: components["schemas"]["Holdout"] | null;
            /** @description The id of that holdout. */
            holdout_id: number | null;
            /** @description The id of the cohort of the people exposed to it. */
            exposure_cohort: number | null;
            /** @description The variants that were asked for, and what clients keep. */
            parameters: components["schemas"]["ExperimentParameters"] | null;
            /** @description Metrics of an older form, as sent. */
            secondary_metrics: {
                [key: string]: unknown;
            }[] | null;
            /** @description The saved metrics that it measures. */
            saved_metrics: components["schemas"]["LinkedSavedMetric"][];
            /** @description Always null; `saved_metrics` shows them. */
            saved_metrics_ids: null;
            /** @description A query of an older form, as sent. */
            filters: {
                [key: string]: unknown;
            };
            /** @description Whether it is put away. */
            archived: boolean;
            /** @description Whether it is deleted. */
            deleted: boolean;
            /** @description The user who made it. */
            created_by: components["schemas"]["UserBasic"] | null;
            /**
             * Format: date-time
             * @description The time at which it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The time at which it was last changed.
             */
            updated_at: string;
            /** @description Whether it is in code or on a page. */
            type: ("product" | "web") | null;
            /** @description The criteria by which people count as exposed. */
            exposure_criteria: components["schemas"]["ExposureCriteria"] | null;
            /** @description The metrics that decide, each with a uuid and a fingerprint. */
            metrics: components["schemas"]["ExperimentMetric"][] | null;
            /** @description Further metrics, each with a uuid and a fingerprint. */
            metrics_secondary: components["schemas"]["ExperimentMetric"][] | null;
            /** @description The statistics. */
            stats_config: components["schemas"]["ExperimentStatsConfig"] | null;
            /** @description The decision about it. */
            conclusion: ("won" | "lost" | "inconclusive" | "stopped_early" | "invalid") | null;
            /** @description The reason for the decision. */
            conclusion_comment: string | null;
            /** @description The uuids of the metrics in the order to show them. */
            primary_metrics_ordered_uuids: string[] | null;
            /** @description The uuids of the further metrics in the order to show them. */
            secondary_metrics_ordered_uuids: string[] | null;
            /**
             * @description `draft` without a start, `running` without an end, else `complete`.
             * @enum {string}
             */
            status: "draft" | "running" | "complete";
            /** @description The caller's access: `editor` or `manager`. */
            user_access_level: string;
        };
        LinkedSavedMetric: {
            /** @description The link's id, unique in the experiment. */
            id: number;
            /** @description The experiment's id. */
            experiment: number;
            /** @description The saved metric's id. */
            saved_metric: number;
            /** @description `type` says whether it is a `primary` or a `secondary` metric. */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description The time at which it was linked.
             */
            created_at: string;
            /** @description The metric, with its fingerprint in this experiment. */
            query: components["schemas"]["ExperimentMetric"];
            /** @description The saved metric's name. */
            name: string;
        };
        MinimalFeatureFlag: {
            /** @description The flag's id. */
            id: number;
            /** @description The project's id. */
            team_id: number;
            /** @description The purpose of the flag, in words. */
            name: string;
            /** @description The flag's key, which code asks by. */
            key: string;
            /** @description For whom the flag is on, and what they get. */
            filters: components["schemas"]["FeatureFlagFilters"];
            /** @description Whether the flag is deleted. */
            deleted: boolean;
            /** @description Whether the flag is on at all. */
            active: boolean;
            /** @description Whether a user keeps the share they had before the login. */
            ensure_experience_continuity: boolean;
            /** @description Whether the payloads of a remote configuration are encrypted. */
            has_encrypted_payloads: boolean;
            /** @description The flag's version: 1 at first, one more with each change. */
            version: number;
            /**
             * @description The SDKs that get the flag: `server`, `client` or `all`.
             * @enum {string}
             */
            evaluation_runtime: "server" | "client" | "all";
            /**
             * @description The id that a user's share goes by: `distinct_id` or `device_id`.
             * @enum {string}
             */
            bucketing_identifier: "distinct_id" | "device_id";
            /** @description The tags that are contexts: a request that names contexts gets the flag when it names one of these. */
            evaluation_tags: string[];
            /** @description `evaluation_tags` by its newer name. */
            evaluation_contexts: string[];
            /** @description Whether an experiment uses the flag. */
            has_experiment: boolean;
        };
        /** @description The variant that everybody is to get, and the decision about the experiment. */
        VariantShipping: {
            /** @description The key of the variant. */
            variant_key: string | number;
            /**
             * @description Whether a condition for everybody comes first. Otherwise those of the flag stay alone.
             * @default true
             */
            release_to_everyone?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /** @description The decision about it. */
            conclusion?: ("won" | "lost" | "inconclusive" | "stopped_early" | "invalid") | null;
            /** @description The reason for the decision. */
            conclusion_comment?: string | number | null;
        };
        /** @description The decision about the experiment. Nothing has to be sent. */
        ExperimentEnding: {
            /** @description The decision about it. */
            conclusion?: ("won" | "lost" | "inconclusive" | "stopped_early" | "invalid") | null;
            /** @description The reason for the decision. */
            conclusion_comment?: string | number | null;
        };
        ExposureCohort: {
            /** @description The cohort of the people exposed to the experiment. */
            cohort: components["schemas"]["Cohort"];
        };
        Cohort: {
            /** @description The cohort's id. */
            id: number;
            /** @description The name that people see. */
            name: string;
            /** @description The description of the members, in words. */
            description: string;
            /** @description The older form of `filters`, as it was sent. */
            groups: unknown[];
            /** @description Whether the cohort is deleted. */
            deleted: boolean;
            /** @description The conditions that members meet, as they were sent; null for a static one. */
            filters: components["schemas"]["CohortFilters"] | null;
            /** @description Always null. */
            query: {
                [key: string]: unknown;
            } | null;
            /** @description Whether its members are being found. */
            is_calculating: boolean;
            /** @description The user who created the cohort. */
            created_by: components["schemas"]["UserBasic"] | null;
            /**
             * Format: date-time
             * @description The time at which the cohort was created.
             */
            created_at: string;
            /** @description The time at which its members were last found; null if never. */
            last_calculation: string | null;
            /** @description The number of failures in a row to find its members. */
            errors_calculating: number;
            /** @description The number of members at `last_calculation`; null if there was none. */
            count: number | null;
            /** @description Whether its members are listed. Those of others follow from `filters`. */
            is_static: boolean;
            /**
             * @description The kind of its definition: a list of members, properties of persons, their behaviour or a query.
             * @enum {string}
             */
            cohort_type: "static" | "person_property" | "behavioral" | "analytical";
            /** @description The ids of the experiments whose exposed people it holds. */
            experiment_set: number[];
        };
        Promotions: {
            /** @description The projects, by id. */
            projects: {
                /** @description The project's id. */
                project_id: number;
                /** @description The id of the record there; null when a dry run would make it. */
                id: number | string | null;
                /** @description A text for `revisions`: it differs when one of the two records does. */
                revision: string;
                /** @description The fields that stay in their project. */
                skipped_fields: string[];
                /** @description The records; the promoted one comes last. */
                things: components["schemas"]["PromotedThing"][];
            }[];
        };
        PromotedThing: {
            /**
             * @description The kind of the record.
             * @enum {string}
             */
            type: "survey" | "experiment" | "feature_flag" | "cohort" | "action" | "experiment_saved_metric";
            /**
             * @description The effect in the project.
             * @enum {string}
             */
            action: "create" | "update" | "unchanged";
            /** @description The id in the project that it comes from. */
            source_id: number | string;
            /** @description The id in this project; null when a dry run would make it. */
            id: number | string | null;
            /** @description The key of a flag, the name of any other record. */
            key: string;
            /** @description The differences, field by field. */
            changes: components["schemas"]["ActivityChange"][];
        };
        /** @description The targets of the promotion, and its options. */
        PromotionRequest: {
            /** @description The ids of the projects that get a copy. */
            target_project_ids: (number | string)[];
            /**
             * @description Whether nothing is changed: the answer says what would be.
             * @default false
             */
            dry_run?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no") | null;
            /**
             * @description The effect on a record that has the name already.
             * @default update
             */
            on_conflict?: ("update" | "fail") | null;
            /**
             * @description The revisions that a dry run showed, by the ids of projects. Another one is refused.
             * @default {}
             */
            revisions?: {
                [key: string]: string;
            } | null;
        };
        /** @description The name of the copy and the key of its flag. Nothing has to be sent. */
        ExperimentDuplication: {
            /** @description The key of the copy's flag; without it both share the flag. */
            feature_flag_key?: string | number | null;
            /** @description The copy's name; made of the experiment's without it. */
            name?: string | number | null;
        };
        ExperimentVelocity: {
            /** @description Experiments that began in the last 30 days. */
            launched_last_30d: number;
            /** @description Experiments that began in the 30 days before those. */
            launched_previous_30d: number;
            /** @description The change from these to those in per cent, with one decimal. */
            percent_change: number;
            /** @description Experiments that run. */
            active_experiments: number;
            /** @description Experiments that ended in the last 30 days. */
            completed_last_30d: number;
        };
        FlagImplementation: {
            /** @description Whether none of the sampled events has a variant. */
            result: boolean;
        };
        EligibleFlags: {
            /** @description The flags of this page. */
            results: components["schemas"]["FeatureFlag"][];
            /** @description The number of flags on all pages. */
            count: number;
        };
        FeatureFlag: {
            /** @description The flag's id. */
            id: number;
            /** @description The purpose of the flag, in words. */
            name: string;
            /** @description The flag's key, which code asks by. */
            key: string;
            /** @description For whom the flag is on, and what they get. */
            filters: components["schemas"]["FeatureFlagFilters"];
            /** @description Whether the flag is deleted. */
            deleted: boolean;
            /** @description Whether the flag is on at all. */
            active: boolean;
            /** @description The user who made the flag. */
            created_by: components["schemas"]["UserBasic"] | null;
            /**
             * Format: date-time
             * @description The time at which the flag was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The time at which the flag was last changed.
             */
            updated_at: string;
            /** @description The flag's version: 1 at first, one more with each change. */
            version: number;
            /** @description The user who last changed the flag. */
            last_modified_by: components["schemas"]["UserBasic"] | null;
            /** @description Whether the flag has one condition, without properties, about persons. */
            is_simple_flag: boolean;
            /** @description The percentage of a simple flag's condition when it is a whole number, else null. */
            rollout_percentage: number | null;
            /** @description Whether a user keeps the share they had before the login. */
            ensure_experience_continuity: boolean;
            /** @description The ids of the experiments that use the flag. */
            experiment_set: number[];
            /** @description The experiments that use the flag. */
            experiment_set_metadata: {
                /** @description The experiment's id. */
                id: number;
                /** @description The experiment's name. */
                name: string;
            }[];
            /** @description The surveys that use the flag. */
            surveys: {
                [key: string]: unknown;
            }[];
            /** @description The early access features that use the flag. */
            features: {
                [key: string]: unknown;
            }[];
            /** @description Kept for clients; nothing is rolled back by itself. */
            rollback_conditions: unknown;
            /** @description Kept for clients. */
            performed_rollback: boolean;
            /** @description Whether the caller may change the flag. */
            can_edit: boolean;
            /** @description Words to find the flag by. */
            tags: string[];
            /** @description The tags that are contexts: a request that names contexts gets the flag when it names one of these. */
            evaluation_tags: string[];
            /** @description `evaluation_tags` by its newer name. */
            evaluation_contexts: string[];
            /** @description The id of the dashboard of the flag's use; null without one. */
            usage_dashboard: number | null;
            /** @description The ids of dashboards that go with the flag. */
            analytics_dashboards: number[];
            /** @description Whether the flag's views and interactions are known to the usage dashboard. */
            has_enriched_analytics: boolean;
            /** @description The caller's access: `editor` or `manager`. */
            user_access_level: string;
            /**
             * @description The part of the product that the flag was made for.
             * @enum {string}
             */
            creation_context: "feature_flags" | "experiments" | "surveys" | "early_access_features" | "web_experiments" | "product_tours";
            /** @description Whether the flag's payload is read by `remote_config`, without a user. */
            is_remote_configuration: boolean;
            /** @description Whether the payloads of a remote configuration are encrypted. */
            has_encrypted_payloads: boolean;
            /** @description Always `false`. */
            is_used_in_replay_settings: boolean;
            /**
             * @description `STALE` when the flag is of no use any more, else `ACTIVE` or `DELETED`.
             * @enum {string}
             */
            status: "ACTIVE" | "STALE" | "DELETED";
            /**
             * @description The SDKs that get the flag: `server`, `client` or `all`.
             * @enum {string}
             */
            evaluation_runtime: "server" | "client" | "all";
            /**
             * @description The id that a user's share goes by: `distinct_id` or `device_id`.
             * @enum {string}
             */
            bucketing_identifier: "distinct_id" | "device_id";
            /** @description The time at which the flag was last called, within a minute; null if never. */
            last_called_at: string | null;
        };
        /** @description The fields of an experiment that can be changed. `start_date` launches it, `end_date` ends it, `end_date: null` lets it go on, `start_date: null` makes it a draft again, `archived` puts it away, `deleted` deletes and restores it. */
        ExperimentChanges: {
            /** @description Its name, for people. */
            name?: string | number;
            /** @description The key of its flag, as it is: it cannot be changed. */
            feature_flag_key?: string | number;
            /** @description The hypothesis, in words. */
            description?: string | number | null;
            /** @description The time at which it began. Null is a draft; a time launches a draft and turns its flag on. */
            start_date?: string | null;
            /** @description The time at which it ended. Null lets it go on. */
            end_date?: string | null;
            /** @description The id of a holdout: a share of the people gets no variant. Fixed once it has begun. */
            holdout_id?: number | string | null;
            /** @description The variants of the flag (`feature_flag_variants`) and what clients keep; replaced as a whole. */
            parameters?: components["schemas"]["ExperimentParameters"] | null;
            /** @description Metrics of an older form, kept as sent. */
            secondary_metrics?: {
                [key: string]: unknown;
            }[] | null;
            /** @description The saved metrics that it measures, all of them; null and none are the same. */
            saved_metrics_ids?: components["schemas"]["SavedMetricLink"][] | null;
            /** @description A query of an older form, kept as sent. */
            filters?: {
                [key: string]: unknown;
            };
            /** @description Whether it is put away. */
            archived?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /** @description Whether it is deleted. False restores it. */
            deleted?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /** @description Whether it is in code or on a page. */
            type?: ("product" | "web" | "") | null;
            /** @description The criteria by which people count as exposed. */
            exposure_criteria?: components["schemas"]["ExposureCriteria"] | null;
            /** @description The metrics that decide. */
            metrics?: components["schemas"]["ExperimentMetric"][] | null;
            /** @description Further metrics. */
            metrics_secondary?: components["schemas"]["ExperimentMetric"][] | null;
            /** @description The statistics: `method` is `bayesian` or `frequentist`. */
            stats_config?: components["schemas"]["ExperimentStatsConfig"] | null;
            /** @description The decision about it. */
            conclusion?: ("won" | "lost" | "inconclusive" | "stopped_early" | "invalid" | "") | null;
            /** @description The reason for the decision. */
            conclusion_comment?: string | number | null;
            /** @description The uuids of the metrics in the order to show them. */
            primary_metrics_ordered_uuids?: (string | number)[] | null;
            /** @description The uuids of the further metrics in the order to show them. */
            secondary_metrics_ordered_uuids?: (string | number)[] | null;
            /** @description Taken, and not kept: there are no folders. */
            _create_in_folder?: string | number | null;
            /** @description Whether the flag follows `parameters` also after the experiment has begun. */
            update_feature_flag_params?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
        };
        /** @description A new experiment; its name and the key of its flag are enough. Without `start_date` it is a draft. */
        NewExperiment: {
            /** @description Its name, for people. */
            name: string | number;
            /** @description The key of its flag. A flag with this key is linked; otherwise one is made. */
            feature_flag_key: string | number;
            /** @description The hypothesis, in words. */
            description?: string | number | null;
            /** @description The time at which it began. Null is a draft; a time launches a draft and turns its flag on. */
            start_date?: string | null;
            /** @description The time at which it ended. Null lets it go on. */
            end_date?: string | null;
            /** @description The id of a holdout: a share of the people gets no variant. Fixed once it has begun. */
            holdout_id?: number | string | null;
            /** @description The variants of the flag (`feature_flag_variants`) and what clients keep; replaced as a whole. */
            parameters?: components["schemas"]["ExperimentParameters"] | null;
            /** @description Metrics of an older form, kept as sent. */
            secondary_metrics?: {
                [key: string]: unknown;
            }[] | null;
            /** @description The saved metrics that it measures, all of them; null and none are the same. */
            saved_metrics_ids?: components["schemas"]["SavedMetricLink"][] | null;
            /** @description A query of an older form, kept as sent. */
            filters?: {
                [key: string]: unknown;
            };
            /** @description Whether it is put away. */
            archived?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /** @description Whether it is deleted. False restores it. */
            deleted?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /** @description Whether it is in code or on a page. */
            type?: ("product" | "web" | "") | null;
            /** @description The criteria by which people count as exposed. */
            exposure_criteria?: components["schemas"]["ExposureCriteria"] | null;
            /** @description The metrics that decide. */
            metrics?: components["schemas"]["ExperimentMetric"][] | null;
            /** @description Further metrics. */
            metrics_secondary?: components["schemas"]["ExperimentMetric"][] | null;
            /** @description The statistics: `method` is `bayesian` or `frequentist`. */
            stats_config?: components["schemas"]["ExperimentStatsConfig"] | null;
            /** @description The decision about it. */
            conclusion?: ("won" | "lost" | "inconclusive" | "stopped_early" | "invalid" | "") | null;
            /** @description The reason for the decision. */
            conclusion_comment?: string | number | null;
            /** @description The uuids of the metrics in the order to show them. */
            primary_metrics_ordered_uuids?: (string | number)[] | null;
            /** @description The uuids of the further metrics in the order to show them. */
            secondary_metrics_ordered_uuids?: (string | number)[] | null;
            /** @description Taken, and not kept: there are no folders. */
            _create_in_folder?: string | number | null;
        };
        OfrepRequestRefused: {
            /** @description The flag's key, when one was asked for. */
            key?: string;
            /**
             * @description The fault, as OpenFeature names it.
             * @enum {string}
             */
            errorCode: "FLAG_NOT_FOUND" | "GENERAL" | "INVALID_CONTEXT" | "PARSE_ERROR" | "TARGETING_KEY_MISSING";
            /** @description The fault, in words. */
            errorDetails: string;
        };
        OfrepFlagNotFound: {
            /** @description The flag's key. */
            key: string;
            /**
             * @description The fault, as OpenFeature names it.
             * @enum {string}
             */
            errorCode: "FLAG_NOT_FOUND" | "GENERAL" | "INVALID_CONTEXT" | "PARSE_ERROR" | "TARGETING_KEY_MISSING";
            /** @description The fault, in words. */
            errorDetails: string;
        };
        OfrepEvaluation: {
            /** @description The flag's key. */
            key: string;
            /** @description The variant, or whether the flag is on. */
            value: boolean | string;
            /** @description The variant; absent without one. */
            variant?: string;
            /** @description The reason for the flag's value, as OpenFeature names it. */
            reason: string;
            /** @description Facts about the flag: its id, version, payload and the reason. */
            metadata: {
                [key: string]: string | number | boolean;
            };
        };
        OfrepEvaluationRequest: {
            /** @description The user of the flags: `targetingKey` is the distinct id, `groups` the group keys by type, the rest are properties. */
            context?: {
                [key: string]: unknown;
            };
        };
        OfrepBulkEvaluation: {
            /** @description The flags that could be evaluated, and those that could not. */
            flags: (components["schemas"]["OfrepEvaluation"] | components["schemas"]["OfrepFailure"])[];
            /** @description The streams that announce changes. */
            eventStreams?: components["schemas"]["OfrepEventStream"][];
        };
        OfrepEventStream: {
            /**
             * @description Always `sse`.
             * @enum {string}
             */
            type: "sse";
            /**
             * Format: uri
             * @description The URL of the stream.
             */
            url: string;
            /** @description The seconds after which a hidden page should close the stream. */
            inactivityDelaySec: number;
        };
        OfrepFailure: {
            /** @description The flag's key. */
            key: string;
            /**
             * @description The fault, as OpenFeature names it.
             * @enum {string}
             */
            errorCode: "FLAG_NOT_FOUND" | "GENERAL" | "INVALID_CONTEXT" | "PARSE_ERROR" | "TARGETING_KEY_MISSING";
            /** @description The fault, in words. */
            errorDetails: string;
        };
        FlagDefinitions: {
            /** @description The flags, sorted by key. */
            flags: components["schemas"]["FlagDefinition"][];
            /** @description The names of the group types by number. */
            group_type_mapping: {
                [key: string]: string;
            };
            /** @description The conditions of the cohorts by id. */
            cohorts: {
                [key: string]: components["schemas"]["LocalCohort"];
            };
        };
        FlagDefinition: {
            /** @description The flag's id. */
            id: number;
            /** @description The project's id. */
            team_id: number;
            /** @description The purpose of the flag, in words. */
            name: string;
            /** @description The flag's key. */
            key: string;
            /** @description For whom the flag is on, and what they get. */
            filters: components["schemas"]["LocalFlagFilters"];
            /** @description Whether the flag is deleted. */
            deleted: boolean;
            /** @description Whether the flag is on at all. */
            active: boolean;
            /** @description Whether a user keeps the share they had before the login. */
            ensure_experience_continuity: boolean;
            /** @description Whether the payloads of a remote configuration are encrypted. */
            has_encrypted_payloads: boolean;
            /** @description The flag's version. */
            version: number;
            /** @description The SDKs that get the flag: `server`, `client` or `all`. */
            evaluation_runtime: string;
            /** @description The id that a user's share goes by: `distinct_id` or `device_id`. */
            bucketing_identifier: string | null;
            /** @description The tags that are contexts: a request that names contexts gets the flag when it names one of these. */
            evaluation_tags: string[];
            /** @description Whether an experiment uses the flag. */
            has_experiment: boolean;
            /** @description Whether SDKs must leave the flag to the server. */
            requires_server: boolean;
        };
        RemoteConfig: {
            [key: string]: unknown;
        };
        FlagsByValue: {
            /** @description Whether a flag could not be evaluated. */
            errorsWhileComputingFlags: boolean;
            /** @description The request's id. */
            requestId: string;
            /** @description The time at which the flags were evaluated, in milliseconds since 1970. */
            evaluatedAt: number;
            /** @description `feature_flags` when the project has used up its quota. */
            quotaLimited?: string[];
            /** @description The values by key, or the keys of the flags that are on. */
            featureFlags: {
                [key: string]: boolean | string;
            } | string[];
            /** @description The payloads as JSON text by key. */
            featureFlagPayloads?: {
                [key: string]: string;
            };
        };
        FlagsByDetails: {
            /** @description Whether a flag could not be evaluated. */
            errorsWhileComputingFlags: boolean;
            /** @description The request's id. */
            requestId: string;
            /** @description The time at which the flags were evaluated, in milliseconds since 1970. */
            evaluatedAt: number;
            /** @description `feature_flags` when the project has used up its quota. */
            quotaLimited?: string[];
            /** @description The flags by key. */
            flags: {
                [key: string]: components["schemas"]["FlagDetails"];
            };
        };
        FlagDetails: {
            /** @description The flag's key. */
            key: string;
            /** @description Whether the flag is on. */
            enabled: boolean;
            /** @description The variant; null without one. */
            variant: string | null;
            /** @description The reason for the flag's value. */
            reason: {
                /** @description The reason, as a word for programs. */
                code: string;
                /** @description The condition that decided, counted from 0; null without one. */
                condition_index: number | null;
                /** @description The reason, in words. */
                description: string;
            };
            /** @description Facts about the flag. */
            metadata: {
                /** @description The flag's id. */
                id: number;
                /** @description The flag's version. */
                version: number;
                /** @description Always null. */
                description: null;
                /** @description The payload as JSON text; null without one. */
                payload: string | null;
                /** @description Whether an experiment uses the flag. */
                has_experiment: boolean;
            };
            /** @description `true` when the flag could not be evaluated. */
            failed?: boolean;
        };
        FlagsRequest: {
            /** @description The project's token (`phc_…`). */
            token?: string;
            /** @description The project's token by another name. */
            api_key?: string;
            /** @description The user's distinct id. It is required unless `disable_flags` is `true`. */
            distinct_id?: string | number;
            /** @description The keys of the user's groups by type. */
            groups?: {
                [key: string]: string | number;
            };
            /** @description Properties of the user; they win over stored ones. */
            person_properties?: {
                [key: string]: unknown;
            };
            /** @description Properties of the groups by type; they win over stored ones. */
            group_properties?: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            /** @description The user's distinct id before the login. */
            $anon_distinct_id?: string;
            /** @description The user's device, for flags that go by device. */
            $device_id?: string;
            /** @description `true` returns the configuration alone. */
            disable_flags?: boolean;
            /** @description Only flags with these keys, and those that they depend on. */
            flag_keys_to_evaluate?: string[];
            /** @description The contexts of the request: flags with evaluation tags need one of these. */
            evaluation_contexts?: string[];
            /**
             * @description The runtime of the flags; the request's headers decide by default.
             * @enum {string}
             */
            evaluation_runtime?: "client" | "server";
        };
        SurveyHeadline: {
            /** @description The line, as plain text. */
            headline: string;
            /** @description The number of responses that it was made of: at most the newest hundred. */
            responses_sampled: number;
            /** @description Whether there are older ones. */
            has_more: boolean;
            /**
             * Format: date-time
             * @description The time at which it was made.
             */
            generated_at: string;
            /** @description Names this making of it: a kept summary has that of when it was made. */
            trace_id: string;
            /** @description Whether it was kept: the responses are still the same. */
            cached: boolean;
            /** @description Its maker. */
            generator: components["schemas"]["SurveySummaryGenerator"];
            /** @description The responses that it quotes, or that a language model was shown. */
            source_response_uuids: string[];
            /** @description The reason for which the configured generator did not make it. */
            warning?: string;
        };
        SurveySummaryGenerator: {
            /**
             * @description `extractive`: words were counted and answers quoted. `llm`: a language model wrote it.
             * @enum {string}
             */
            kind: "extractive" | "llm";
            /** @description The method of counting, or the model. */
            name: string;
            /** @description Its version. */
            version: string;
        };
        /** @description Nothing, or whether a summary that is kept is made anew. */
        SurveySummaryRequest: {
            /** @description Whether a summary that is kept is made anew. */
            force_refresh?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
        };
        SurveyQuestionSummary: {
            /** @description The summary in Markdown. Nothing of the answers in it is a link or an element. */
            content: string;
            /** @description The number of answers that it summarises: at most the newest hundred with content. */
            response_count: number;
            /**
             * Format: date-time
             * @description The time at which it was made.
             */
            generated_at: string;
            /** @description Names this making of it: a kept summary has that of when it was made. */
            trace_id: string;
            /** @description Whether it was kept: the responses are still the same. */
            cached: boolean;
            /** @description Its maker. */
            generator: components["schemas"]["SurveySummaryGenerator"];
            /** @description The responses that it quotes, or that a language model was shown. */
            source_response_uuids: string[];
            /** @description The reason for which the configured generator did not make it. */
            warning?: string;
        };
        SdkSurveys: {
            /** @description The surveys that are not archived, drafts and stopped ones among them: SDKs look at `start_date` and `end_date`. */
            surveys: components["schemas"]["SdkSurvey"][];
            /** @description Always null: surveys say themselves how they look. */
            survey_config: null;
        };
        /** @description A survey as SDKs show it. */
        SdkSurvey: {
            /**
             * Format: uuid
             * @description The survey's id.
             */
            id: string;
            /** @description Its name, for people. */
            name: string;
            /**
             * @description The place where it is shown.
             * @enum {string}
             */
            type: "popover" | "widget" | "external_survey" | "api";
            /** @description The key of the flag that it is linked to. */
            linked_flag_key: string | null;
            /** @description The key of the flag that decides who is meant. */
            targeting_flag_key: string | null;
            /** @description The key of the flag that leaves out who has answered or dismissed it. */
            internal_targeting_flag_key: string | null;
            /** @description The keys of its flags: all of them are on for people who are asked. */
            feature_flag_keys: {
                /** @description Its role among the survey's flags. */
                key: string;
                /** @description The flag's key; null without one. */
                value: string | null;
            }[];
            /** @description Its questions; null when none were ever sent. */
            questions: components["schemas"]["SurveyQuestion"][] | null;
            /** @description The conditions under which it is shown. */
            conditions: components["schemas"]["SurveyConditions"] | null;
            /** @description Its appearance. */
            appearance: components["schemas"]["SurveyAppearance"] | null;
            /** @description The time at which it began; null for a draft. */
            start_date: string | null;
            /** @description The time at which it was stopped. */
            end_date: string | null;
            /** @description The iteration that it is in, from 1. */
            current_iteration: number | null;
            /** @description The time at which the current iteration began. */
            current_iteration_start_date: string | null;
            /** @description The number of times that one person sees it. */
            schedule: ("once" | "recurring" | "always") | null;
            /** @description Whether each answer is sent at once. */
            enable_partial_responses: boolean;
            /** @description The language of its texts. */
            base_language: string;
            /** @description Its texts in other languages, by the code of the language. */
            translations: components["schemas"]["SurveyTranslations"] | null;
        };
        ArchivedResponse: {
            /** @description The uuid of the request. */
            response_uuid: string;
            /** @description Whether the response is archived now. */
            archived: boolean;
        };
        /** @description Every uuid that an archived response is known by, the last archived first. */
        ArchivedResponseUuids: string[];
        SurveyResponses: {
            /** @description The responses, the newest first. */
            results: components["schemas"]["SurveyResponse"][];
            /** @description The most responses of a page. */
            limit: number;
            /** @description The number of responses to skip. */
            offset: number;
            /** @description Whether there are more after these. */
            has_more: boolean;
        };
        SurveyResponse: {
            /** @description The uuid of its latest event, by which it is archived. */
            uuid: string;
            /**
             * Format: date-time
             * @description The time at which the response was sent.
             */
            submitted_at: string;
            /** @description The person who sent it. */
            distinct_id: string;
            /** @description The person, merges followed. */
            person_id: string;
            /** @description Whether the person came to the end of the survey. */
            completed: boolean;
            /** @description Whether it is archived. */
            archived: boolean;
            /** @description One for each question of the survey as it is now. */
            answers: components["schemas"]["SurveyAnswer"][];
        };
        SurveyAnswer: {
            /** @description The question's id. */
            question_id: string;
            /** @description The question. */
            question: string;
            /** @description The question's type. */
            type: string;
            /** @description A number to a rating, a list to a multiple choice, else a text; null where it was skipped. */
            answer: string | number | string[] | null;
        };
        SurveyStats: {
            /** @description The totals. */
            stats: {
                /** @description The times that it was shown. */
                "survey shown": components["schemas"]["SurveyEventTotal"];
                /** @description The dismissals without an answer. */
                "survey dismissed": components["schemas"]["SurveyEventTotal"];
                /** @description The answers that people sent. */
                "survey sent": components["schemas"]["SurveyEventTotal"];
                /** @description The answers to each question, by the question's id. */
                questions: {
                    [key: string]: components["schemas"]["SurveyQuestionStatistics"];
                };
            };
            /** @description Shares of it. */
            rates: components["schemas"]["SurveyRates"];
            /** @description The survey's id. */
            survey_id: string;
            /** @description The time at which the survey began. */
            start_date: string | null;
            /** @description The time at which it was stopped. */
            end_date: string | null;
        };
        SurveyRates: {
            /** @description Answers for each time it was shown, in percent; 0 where it never was. */
            response_rate: number;
            /** @description Dismissals for each time it was shown. */
            dismissal_rate: number;
            /** @description People who answered, of those who saw it. */
            unique_users_response_rate: number;
            /** @description People who dismissed it, of those who saw it. */
            unique_users_dismissal_rate: number;
        };
        SurveyQuestionStatistics: {
            /** @description The question's type. */
            type: string;
            /** @description Responses with an answer to it. */
            responses: number;
            /** @description Responses without one. */
            skipped: number;
            /** @description Of choices: how many people chose each. */
            choices?: {
                [key: string]: number;
            };
            /** @description Of choices: how many people answered with a text that is none of them. */
            open_choices?: number;
            /** @description Of ratings: the mean of the answers on the scale; null without any. */
            mean?: number | null;
            /** @description Of ratings: how many people gave each value of the scale. */
            distribution?: {
                [key: string]: number;
            };
            /** @description Of ratings from 0 to 10: who would recommend it. */
            nps?: components["schemas"]["SurveyNps"];
        };
        SurveyNps: {
            /** @description The share of promoters less that of detractors, from -100 to 100; null without answers. */
            score: number | null;
            /** @description Answers of 9 and 10. */
            promoters: number;
            /** @description Answers of 7 and 8. */
            passives: number;
            /** @description Answers up to 6. */
            detractors: number;
        };
        SurveyEventTotal: {
            /** @description The number of times that it happened; of answers each response once. */
            total_count: number;
            /** @description Of what was shown: how often nothing came of it. Else 0. */
            total_count_only_seen: number;
            /** @description The number of people; merged persons are one. People who also answered do not count as having dismissed it. */
            unique_persons: number;
            /** @description Of what was shown: how many people did nothing. Else 0. */
            unique_persons_only_seen: number;
            /** @description The time at which it happened first; null where it did not. */
            first_seen: string | null;
            /** @description The time at which it happened last. */
            last_seen: string | null;
        };
        /** @description The number of responses to each survey, by its id. */
        SurveyResponseCounts: {
            [key: string]: number;
        };
        AllSurveyStats: {
            /** @description The totals; empty where the project has no surveys. */
            stats: {
                /** @description The times that it was shown. */
                "survey shown"?: components["schemas"]["SurveyEventTotal"];
                /** @description The dismissals without an answer. */
                "survey dismissed"?: components["schemas"]["SurveyEventTotal"];
                /** @description The answers that people sent. */
                "survey sent"?: components["schemas"]["SurveyEventTotal"];
            };
            /** @description Shares of it. */
            rates: components["schemas"]["SurveyRates"];
        };
        SurveyDocument: {
            /**
             * @description Says that it is the document of a survey.
             * @enum {string}
             */
            format: "hedgerow.survey";
            /**
             * @description The version of the document.
             * @enum {number}
             */
            version: 1;
            /** @description The survey, as the body of a new one. */
            survey: components["schemas"]["NewSurvey"];
            /** @description The fields that the survey has and the document has not, since they refer to records of the project. */
            skipped_fields: string[];
        };
        SurveyCopies: {
            /** @description The copies, in the order of the request. */
            created_surveys: {
                /** @description The project that has the copy. */
                team_id: number;
                /** @description The copy's id. */
                survey_id: string;
                /** @description The copy's name. */
                name: string;
                /** @description The fields that the survey has and the copy has not. */
                skipped_fields: string[];
            }[];
            /** @description Their number. */
            count: number;
        };
        /** @description The projects that get a copy of the survey. */
        SurveyDuplication: {
            /** @description The ids of the projects that get a copy, each once. */
            target_team_ids: (number | string)[];
        };
        /** @description Questions to a project's users: who is asked, when and where. */
        Survey: {
            /**
             * Format: uuid
             * @description The survey's id.
             */
            id: string;
            /** @description Its name, for people. */
            name: string;
            /** @description Its purpose; people who answer never see it. */
            description: string;
            /**
             * @description The place where it is shown.
             * @enum {string}
             */
            type: "popover" | "widget" | "external_survey" | "api";
            /** @description The number of times that one person sees it. */
            schedule: ("once" | "recurring" | "always") | null;
            /** @description The flag that it is linked to. */
            linked_flag: components["schemas"]["MinimalFeatureFlag"] | null;
            /** @description The id of that flag. */
            linked_flag_id: number | null;
            /** @description The id of the insight that it is about. */
            linked_insight_id: number | null;
            /** @description The flag that decides who is meant. */
            targeting_flag: components["schemas"]["MinimalFeatureFlag"] | null;
            /** @description The flag that leaves out who has answered or dismissed it. */
            internal_targeting_flag: components["schemas"]["MinimalFeatureFlag"] | null;
            /** @description Its questions; null when none were ever sent. */
            questions: components["schemas"]["SurveyQuestion"][] | null;
            /** @description The conditions under which it is shown. */
            conditions: components["schemas"]["SurveyConditions"] | null;
            /** @description Its appearance. */
            appearance: components["schemas"]["SurveyAppearance"] | null;
            /**
             * Format: date-time
             * @description The time at which it was made.
             */
            created_at: string;
            /** @description The user who made it. */
            created_by: components["schemas"]["UserBasic"] | null;
            /** @description The time at which it began; null for a draft. */
            start_date: string | null;
            /** @description The time at which it was stopped. */
            end_date: string | null;
            /** @description Whether it is put away. */
            archived: boolean;
            /** @description The number of responses after which it is stopped. */
            responses_limit: number | null;
            /** @description The keys of its flags: all of them are on for people who are asked. */
            feature_flag_keys: {
                /** @description Its role among the survey's flags. */
                key: string;
                /** @description The flag's key; null without one. */
                value: string | null;
            }[];
            /** @description The number of times that it is asked again. */
            iteration_count: number | null;
            /** @description The days from one iteration to the next. */
            iteration_frequency_days: number | null;
            /** @description The times at which iterations begin: none without iterations, null before the survey has begun. */
            iteration_start_dates: string[] | null;
            /** @description The iteration that it is in, from 1. */
            current_iteration: number | null;
            /** @description The time at which the current iteration began. */
            current_iteration_start_date: string | null;
            /** @description The time at which sampling begins. */
            response_sampling_start_date: string | null;
            /** @description The unit of the interval of sampling. */
            response_sampling_interval_type: ("day" | "week" | "month") | null;
            /** @description The number of intervals until everybody is asked. */
            response_sampling_interval: number | null;
            /** @description The number of responses that it collects until then. */
            response_sampling_limit: number | null;
            /** @description The days of sampling; null without it. */
            response_sampling_daily_limits: components["schemas"]["SurveyDailyLimit"][] | null;
            /** @description Whether each answer is sent at once. */
            enable_partial_responses: boolean;
            /** @description Whether other pages may embed an external survey. */
            enable_iframe_embedding: boolean;
            /** @description The language of its texts. */
            base_language: string;
            /** @description Its texts in other languages, by the code of the language. */
            translations: components["schemas"]["SurveyTranslations"] | null;
            /** @description The caller's access: `editor` or `manager`. */
            user_access_level: string;
        };
        SurveyDailyLimit: {
            /**
             * Format: date-time
             * @description The time at which the day begins.
             */
            date: string;
            /** @description The number of responses to collect until its end, of all days so far. */
            daily_response_limit: number;
            /** @description The share of the people who may be asked. */
            rollout_percentage: number;
        };
        /** @description The fields of a survey that can be changed. `start_date` begins it, `end_date` stops it, `end_date: null` resumes it, `archived` puts it away. */
        SurveyChanges: {
            /** @description Its name, for people: no other survey has it. */
            name?: string | number;
            /** @description Its purpose; people who answer never see it. */
            description?: string | number | null;
            /**
             * @description The place where it is shown: in a page, behind a button, on a page of its own, or anywhere by code.
             * @enum {unknown}
             */
            type?: "popover" | "widget" | "external_survey" | "api";
            /** @description The number of times that one person sees it. */
            schedule?: ("once" | "recurring" | "always") | null;
            /** @description The id of a feature flag: only people whom it is on for are asked. */
            linked_flag_id?: number | string | null;
            /** @description The id of an insight that it is about. */
            linked_insight_id?: number | string | null;
            /** @description The id of a feature flag that becomes its targeting flag: its `active` follows the survey. */
            targeting_flag_id?: number | string;
            /** @description The people who are asked: `filters` as feature flags have them. Null leaves them as they are. */
            targeting_flag_filters?: components["schemas"]["FeatureFlagFilters"] | null;
            /** @description Whether its targeting flag goes. */
            remove_targeting_flag?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no") | null;
            /** @description Its questions. */
            questions?: components["schemas"]["SurveyQuestion"][] | null;
            /** @description The conditions under which it is shown. */
            conditions?: components["schemas"]["SurveyConditions"] | null;
            /** @description Its appearance; stored as sent. */
            appearance?: components["schemas"]["SurveyAppearance"] | null;
            /** @description The time at which it began. Null is a draft. */
            start_date?: string | null;
            /** @description The time at which it ended: any end stops it at once, also one that is yet to come. Null resumes it. */
            end_date?: string | null;
            /** @description Whether it is put away, and shown to nobody. */
            archived?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /** @description The number of responses after which it is stopped. */
            responses_limit?: number | string | null;
            /** @description The number of times that it is asked again; 0 and null are none. */
            iteration_count?: number | string | null;
            /** @description The days from one iteration to the next. */
            iteration_frequency_days?: number | string | null;
            /** @description Follows from the other fields; what is sent is ignored. */
            iteration_start_dates?: (string | null)[] | null;
            /** @description Follows from the other fields; what is sent is ignored. */
            current_iteration?: number | string | null;
            /** @description Follows from the other fields; what is sent is ignored. */
            current_iteration_start_date?: string | null;
            /** @description The time at which sampling begins: today or later, unless it is sent back as it was. */
            response_sampling_start_date?: string | null;
            /** @description The unit of the interval of sampling. */
            response_sampling_interval_type?: ("day" | "week" | "month" | "") | null;
            /** @description The number of intervals until everybody is asked, above 0. */
            response_sampling_interval?: number | string | null;
            /** @description The number of responses that sampling collects until then; 0 and null are no sampling. */
            response_sampling_limit?: number | string | null;
            /** @description Follows from the other fields; what is sent is ignored. */
            response_sampling_daily_limits?: unknown;
            /** @description Whether each answer is sent at once, not all of them at the end. */
            enable_partial_responses?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no") | null;
            /** @description Whether other pages may embed the page of an external survey. */
            enable_iframe_embedding?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no") | null;
            /** @description The language of its texts. */
            base_language?: string | null;
            /** @description Its texts in other languages, by the code of the language. */
            translations?: components["schemas"]["SurveyTranslations"] | null;
        };
        /** @description The document of a survey, as `export` returns it. */
        SurveyImport: {
            /**
             * @description Says that it is the document of a survey.
             * @enum {unknown}
             */
            format: "hedgerow.survey";
            /**
             * @description The version of the document.
             * @enum {unknown}
             */
            version: 1 | "1";
            /** @description The survey, as the body of a new one. */
            survey: components["schemas"]["NewSurvey"];
            /** @description The fields of the survey that the document lacks; it is not read. */
            skipped_fields?: (string | number)[];
        };
        /** @description A new survey; its name and type are enough. Without `start_date` it is a draft. */
        NewSurvey: {
            /** @description Its name, for people: no other survey has it. */
            name: string | number;
            /** @description Its purpose; people who answer never see it. */
            description?: string | number | null;
            /**
             * @description The place where it is shown: in a page, behind a button, on a page of its own, or anywhere by code.
             * @enum {unknown}
             */
            type: "popover" | "widget" | "external_survey" | "api";
            /** @description The number of times that one person sees it. */
            schedule?: ("once" | "recurring" | "always") | null;
            /** @description The id of a feature flag: only people whom it is on for are asked. */
            linked_flag_id?: number | string | null;
            /** @description The id of an insight that it is about. */
            linked_insight_id?: number | string | null;
            /** @description The id of a feature flag that becomes its targeting flag: its `active` follows the survey. */
            targeting_flag_id?: number | string;
            /** @description The people who are asked: `filters` as feature flags have them. Null leaves them as they are. */
            targeting_flag_filters?: components["schemas"]["FeatureFlagFilters"] | null;
            /** @description Whether its targeting flag goes. */
            remove_targeting_flag?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no") | null;
            /** @description Its questions. */
            questions?: components["schemas"]["SurveyQuestion"][] | null;
            /** @description The conditions under which it is shown. */
            conditions?: components["schemas"]["SurveyConditions"] | null;
            /** @description Its appearance; stored as sent. */
            appearance?: components["schemas"]["SurveyAppearance"] | null;
            /** @description The time at which it began. Null is a draft. */
            start_date?: string | null;
            /** @description The time at which it ended: any end stops it at once, also one that is yet to come. Null resumes it. */
            end_date?: string | null;
            /** @description Whether it is put away, and shown to nobody. */
            archived?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /** @description The number of responses after which it is stopped. */
            responses_limit?: number | string | null;
            /** @description The number of times that it is asked again; 0 and null are none. */
            iteration_count?: number | string | null;
            /** @description The days from one iteration to the next. */
            iteration_frequency_days?: number | string | null;
            /** @description Follows from the other fields; what is sent is ignored. */
            iteration_start_dates?: (string | null)[] | null;
            /** @description Follows from the other fields; what is sent is ignored. */
            current_iteration?: number | string | null;
            /** @description Follows from the other fields; what is sent is ignored. */
            current_iteration_start_date?: string | null;
            /** @description The time at which sampling begins: today or later, unless it is sent back as it was. */
            response_sampling_start_date?: string | null;
            /** @description The unit of the interval of sampling. */
            response_sampling_interval_type?: ("day" | "week" | "month" | "") | null;
            /** @description The number of intervals until everybody is asked, above 0. */
            response_sampling_interval?: number | string | null;
            /** @description The number of responses that sampling collects until then; 0 and null are no sampling. */
            response_sampling_limit?: number | string | null;
            /** @description Follows from the other fields; what is sent is ignored. */
            response_sampling_daily_limits?: unknown;
            /** @description Whether each answer is sent at once, not all of them at the end. */
            enable_partial_responses?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no") | null;
            /** @description Whether other pages may embed the page of an external survey. */
            enable_iframe_embedding?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no") | null;
            /** @description The language of its texts. */
            base_language?: string | null;
            /** @description Its texts in other languages, by the code of the language. */
            translations?: components["schemas"]["SurveyTranslations"] | null;
        };
        ScheduledChange: {
            /** @description The scheduled change's id. */
            id: number;
            /** @description The project's id. */
            team_id: number;
            /** @description The flag's id. */
            record_id: string;
            /**
             * @description The kind of thing that is changed.
             * @enum {string}
             */
            model_name: "FeatureFlag";
            /** @description The operation on the flag: `operation` and `value`. */
            payload: components["schemas"]["ScheduledOperation"];
            /**
             * Format: date-time
             * @description The time at which the change is applied next.
             */
            scheduled_at: string;
            /** @description The time at which it was over; null while it is not. */
            executed_at: string | null;
            /** @description The reason for which the change could not be applied; null without a failure. */
            failure_reason: string | null;
            /**
             * Format: date-time
             * @description The time at which it was made.
             */
            created_at: string;
            /** @description The user who made it, as whom it is applied. */
            created_by: components["schemas"]["UserBasic"] | null;
            /**
             * Format: date-time
             * @description The time at which it was last changed.
             */
            updated_at: string;
            /** @description Whether the change is applied again and again. */
            is_recurring: boolean;
            /** @description The interval in which it repeats; null with `cron_expression`. */
            recurrence_interval: ("daily" | "weekly" | "monthly" | "yearly") | null;
            /** @description The times at which it repeats: minute, hour, day, month, weekday; null with `recurrence_interval`. */
            cron_expression: string | null;
            /** @description The time at which one that repeats was last applied; null if never. */
            last_executed_at: string | null;
            /** @description The time at which it stops repeating; null for never. */
            end_date: string | null;
            /** @description The time zone that `cron_expression` is read in. */
            timezone: string;
        };
        /** @description A change of a plan that is not over. */
        ScheduledChangeChanges: {
            /** @description The id of the flag; it stays what it is. */
            record_id?: string | number;
            /**
             * @description The kind of the changed record; it stays.
             * @enum {unknown}
             */
            model_name?: "FeatureFlag";
            /** @description The change of the flag. */
            payload?: components["schemas"]["ScheduledOperation"];
            /** @description The time at which it is applied; in UTC unless it has an offset. */
            scheduled_at?: string;
            /** @description Whether it is applied again and again. */
            is_recurring?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /** @description The interval in which it repeats, if `cron_expression` is not set. */
            recurrence_interval?: ("daily" | "weekly" | "monthly" | "yearly") | null;
            /** @description The times at which it repeats, in five fields of the project's time zone: minute, hour, day, month, weekday. */
            cron_expression?: string | number | null;
            /** @description The time after which it is not applied any more. */
            end_date?: string | null;
        };
        /** @description A change of a flag that is applied at its time. */
        NewScheduledChange: {
            /** @description The id of the flag; it stays what it is. */
            record_id: string | number;
            /**
             * @description The kind of the changed record; it stays.
             * @enum {unknown}
             */
            model_name: "FeatureFlag";
            /** @description The change of the flag. */
            payload: components["schemas"]["ScheduledOperation"];
            /** @description The time at which it is applied; in UTC unless it has an offset. */
            scheduled_at: string;
            /**
             * @description Whether it is applied again and again.
             * @default false
             */
            is_recurring?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /**
             * @description The interval in which it repeats, if `cron_expression` is not set.
             * @default null
             */
            recurrence_interval?: ("daily" | "weekly" | "monthly" | "yearly") | null;
            /**
             * @description The times at which it repeats, in five fields of the project's time zone: minute, hour, day, month, weekday.
             * @default null
             */
            cron_expression?: string | number | null;
            /**
             * @description The time after which it is not applied any more.
             * @default null
             */
            end_date?: string | null;
        };
        PlacedFeatureFlag: {
            /** @description The flag's id. */
            flag_id: number;
            /** @description The project's id. */
            team_id: number;
            /** @description The user who made the flag. */
            created_by: components["schemas"]["UserBasic"] | null;
            /** @description For whom the flag is on, and what they get. */
            filters: components["schemas"]["FeatureFlagFilters"];
            /**
             * Format: date-time
             * @description The time at which the flag was made.
             */
            created_at: string;
            /** @description Whether the flag is on at all. */
            active: boolean;
        };
        FeatureFlagsCopy: {
            /** @description The copies. */
            success: {
                /** @description The flag's id. */
                id: number;
                /** @description The purpose of the flag, in words. */
                name: string;
                /** @description The flag's key, which code asks by. */
                key: string;
                /** @description For whom the flag is on, and what they get. */
                filters: components["schemas"]["FeatureFlagFilters"];
                /** @description Whether the flag is deleted. */
                deleted: boolean;
                /** @description Whether the flag is on at all. */
                active: boolean;
                /** @description The user who made the flag. */
                created_by: components["schemas"]["UserBasic"] | null;
                /**
                 * Format: date-time
                 * @description The time at which the flag was made.
                 */
                created_at: string;
                /**
                 * Format: date-time
                 * @description The time at which the flag was last changed.
                 */
                updated_at: string;
                /** @description The flag's version: 1 at first, one more with each change. */
                version: number;
                /** @description The user who last changed the flag. */
                last_modified_by: components["schemas"]["UserBasic"] | null;
                /** @description Whether the flag has one condition, without properties, about persons. */
                is_simple_flag: boolean;
                /** @description The percentage of a simple flag's condition when it is a whole number, else null. */
                rollout_percentage: number | null;
                /** @description Whether a user keeps the share they had before the login. */
                ensure_experience_continuity: boolean;
                /** @description The ids of the experiments that use the flag. */
                experiment_set: number[];
                /** @description The experiments that use the flag. */
                experiment_set_metadata: {
                    /** @description The experiment's id. */
                    id: number;
                    /** @description The experiment's name. */
                    name: string;
                }[];
                /** @description The surveys that use the flag. */
                surveys: {
                    [key: string]: unknown;
                }[];
                /** @description The early access features that use the flag. */
                features: {
                    [key: string]: unknown;
                }[];
                /** @description Kept for clients; nothing is rolled back by itself. */
                rollback_conditions: unknown;
                /** @description Kept for clients. */
                performed_rollback: boolean;
                /** @description Whether the caller may change the flag. */
                can_edit: boolean;
                /** @description Words to find the flag by. */
                tags: string[];
                /** @description The tags that are contexts: a request that names contexts gets the flag when it names one of these. */
                evaluation_tags: string[];
                /** @description `evaluation_tags` by its newer name. */
                evaluation_contexts: string[];
                /** @description The id of the dashboard of the flag's use; null without one. */
                usage_dashboard: number | null;
                /** @description The ids of dashboards that go with the flag. */
                analytics_dashboards: number[];
                /** @description Whether the flag's views and interactions are known to the usage dashboard. */
                has_enriched_analytics: boolean;
                /** @description The caller's access: `editor` or `manager`. */
                user_access_level: string;
                /**
                 * @description The part of the product that the flag was made for.
                 * @enum {string}
                 */
                creation_context: "feature_flags" | "experiments" | "surveys" | "early_access_features" | "web_experiments" | "product_tours";
                /** @description Whether the flag's payload is read by `remote_config`, without a user. */
                is_remote_configuration: boolean;
                /** @description Whether the payloads of a remote configuration are encrypted. */
                has_encrypted_payloads: boolean;
                /** @description Always `false`. */
                is_used_in_replay_settings: boolean;
                /**
                 * @description `STALE` when the flag is of no use any more, else `ACTIVE` or `DELETED`.
                 * @enum {string}
                 */
                status: "ACTIVE" | "STALE" | "DELETED";
                /**
                 * @description The SDKs that get the flag: `server`, `client` or `all`.
                 * @enum {string}
                 */
                evaluation_runtime: "server" | "client" | "all";
                /**
                 * @description The id that a user's share goes by: `distinct_id` or `device_id`.
                 * @enum {string}
                 */
                bucketing_identifier: "distinct_id" | "device_id";
                /** @description The time at which the flag was last called, within a minute; null if never. */
                last_called_at: string | null;
                /** @description The project's id. */
                team_id: number;
                /** @description The scheduled changes that could not be copied, in words. */
                schedule_errors: string[];
            }[];
            /** @description The projects without a copy. */
            failed: {
                /** @description The project's id. */
                project_id: number;
                /** @description The fault, in words. */
                error_message: string;
                /** @description The same once more. */
                errors: string;
            }[];
        };
        /** @description The flag that is copied, by its key, and the targets. */
        FeatureFlagsCopyRequest: {
            /** @description The key of the flag. */
            feature_flag_key: string | number;
            /** @description The id of the project that has the flag. */
            from_project: number | string;
            /** @description The ids of the projects that get a copy. */
            target_project_ids: (number | string)[];
            /**
             * @description Whether scheduled changes of the flag are copied with it.
             * @default false
             */
            copy_schedule?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no") | null;
            /**
             * @description Whether the copies are disabled.
             * @default false
             */
            disable_copied_flag?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no") | null;
        };
        FeatureFlagExplanation: {
            /** @description The flag's key. */
            key: string;
            /**
             * @description Whether the flag was evaluated, and why not.
             * @enum {string}
             */
            state: "absent" | "disabled" | "filtered" | "evaluated";
            /** @description The variant, or whether the flag is on; null when it was not evaluated. */
            value: boolean | string | null;
            /** @description The variant; null without one. */
            variant: string | null;
            /** @description The payload as JSON text; null without one. */
            payload: string | null;
            /** @description The reason for the flag's value; null when it was not evaluated. */
            reason: {
                /** @description The reason, as a word for programs. */
                code: string;
                /** @description The condition that decided, counted from 0; null without one. */
                condition_index: number | null;
                /** @description The reason, in words. */
                description: string;
            } | null;
            /** @description The position of the user among the variants, from 0 to 1; null without variants. */
            variant_hash: number | null;
            /** @description The position of the user in the holdout, from 0 to 1; null without a holdout. */
            holdout_hash: number | null;
            /** @description The outcome of each condition. */
            conditions: components["schemas"]["FeatureFlagConditionExplanation"][];
            /** @description The flags that this one depends on. */
            dependencies: {
                /** @description The flag's id. */
                id: number;
                /** @description The flag's key. */
                key: string;
                /** @description The value of that flag. */
                value: boolean | string;
                /** @description The reason for which that flag has its value. */
                reason: {
                    /** @description The reason, as a word for programs. */
                    code: string;
                    /** @description The condition that decided, counted from 0; null without one. */
                    condition_index: number | null;
                    /** @description The reason, in words. */
                    description: string;
                };
            }[];
        };
        FeatureFlagConditionExplanation: {
            /** @description The condition, counted from 0. */
            index: number;
            /**
             * @description The outcome of the condition.
             * @enum {string}
             */
            outcome: "condition_match" | "no_condition_match" | "out_of_rollout_bound" | "no_group_type" | "failed" | "not_reached";
            /** @description The group type that the condition is about; null for persons. */
            group_type: string | null;
            /** @description The text that the share goes by; null when there is none. */
            identifier: string | null;
            /** @description The position of the identifier in the rollout, from 0 to 1; null without one. */
            hash: number | null;
            /** @description The share of the condition. */
            rollout_percentage: number;
            /** @description The outcome of each property. */
            properties: components["schemas"]["FeatureFlagPropertyExplanation"][];
        };
        FeatureFlagPropertyExplanation: {
            /** @description The property of the condition. */
            property: {
                [key: string]: unknown;
            };
            /** @description Whether the property holds. */
            matched: boolean;
            /** @description Whether the value is not known. */
            missing: boolean;
            /** @description The limit at which the comparison was given up, if it was. */
            limit?: string;
            /** @description The value that was compared, for callers who may read persons. */
            actual?: unknown;
        };
        BlastRadius: {
            /** @description The number of persons or groups with the properties. */
            users_affected: number;
            /** @description The number of all persons or groups. */
            total_users: number;
            /** @description About how many of them the rollout lets in. */
            users_affected_after_rollout: number;
            /** @description `users_affected` by its newer name. */
            affected: number;
            /** @description `total_users` by its newer name. */
            total: number;
        };
        BlastRadiusRequest: {
            /** @description The condition. */
            condition: components["schemas"]["FeatureFlagCondition"];
            /** @description The number of the group type that the condition is about; null for persons. */
            group_type_index?: number | null;
        };
        /** @description For whom a flag is on. The first condition that holds decides. */
        FeatureFlagCondition: {
            /** @description All of these must hold. None: it holds for every user. */
            properties?: components["schemas"]["FeatureFlagProperty"][] | null;
            /** @description The share of those for whom it holds, from 0 to 100. Null: all of them. */
            rollout_percentage?: number | null;
            /** @description The variant that all of its users get. Null: each user's own, by the shares of the variants. */
            variant?: string | null;
            /** @description This condition is about groups of this type (its number in `group_type_mapping` of `local_evaluation/`), not about persons. */
            aggregation_group_type_index?: number | null;
            /** @description A remark; it means nothing. */
            description?: unknown;
        };
        /** @description One property, cohort or other flag that must match for a condition to hold. */
        FeatureFlagProperty: {
            /** @description The name of the property. */
            key: string | number;
            /**
             * @description `person`; `group` in a condition about groups, with `group_type_index`.
             * @enum {string}
             */
            type: "person" | "group";
            /** @description With `group`: the same number as the condition's `aggregation_group_type_index`. */
            group_type_index?: number | null;
            /** @description Of cohorts alone. */
            negation?: false | null;
            /** @description The comparison of the value. */
            operator?: ("exact" | "is_not" | "") | null;
            /** @description The text, without regard to case; of a list any one. `exact` is the operator of those without one. */
            value: string | number | boolean | null | {
                [key: string]: unknown;
            } | unknown[];
        } | {
            /** @description The name of the property. */
            key: string | number;
            /**
             * @description `person`; `group` in a condition about groups, with `group_type_index`.
             * @enum {string}
             */
            type: "person" | "group";
            /** @description With `group`: the same number as the condition's `aggregation_group_type_index`. */
            group_type_index?: number | null;
            /** @description Of cohorts alone. */
            negation?: false | null;
            /**
             * @description The comparison of the value.
             * @enum {string}
             */
            operator: "is_set" | "is_not_set";
            /** @description Not read: clients send the operator's name. */
            value?: unknown;
        } | {
            /** @description The name of the property. */
            key: string | number;
            /**
             * @description `person`; `group` in a condition about groups, with `group_type_index`.
             * @enum {string}
             */
            type: "person" | "group";
            /** @description With `group`: the same number as the condition's `aggregation_group_type_index`. */
            group_type_index?: number | null;
            /** @description Of cohorts alone. */
            negation?: false | null;
            /**
             * @description The comparison of the value.
             * @enum {string}
             */
            operator: "icontains" | "not_icontains" | "regex" | "not_regex";
            /** @description A part of the text, without regard to case (letters A to Z); or a regular expression that is searched for in it. */
            value: string | number;
        } | {
            /** @description The name of the property. */
            key: string | number;
            /**
             * @description `person`; `group` in a condition about groups, with `group_type_index`.
             * @enum {string}
             */
            type: "person" | "group";
            /** @description With `group`: the same number as the condition's `aggregation_group_type_index`. */
            group_type_index?: number | null;
            /** @description Of cohorts alone. */
            negation?: false | null;
            /**
             * @description The comparison of the value.
             * @enum {string}
             */
            operator: "icontains_multi" | "not_icontains_multi";
            /** @description Any of the parts, without regard to case (letters A to Z). */
            value: unknown[];
        } | {
            /** @description The name of the property. */
            key: string | number;
            /**
             * @description `person`; `group` in a condition about groups, with `group_type_index`.
             * @enum {string}
             */
            type: "person" | "group";
            /** @description With `group`: the same number as the condition's `aggregation_group_type_index`. */
            group_type_index?: number | null;
            /** @description Of cohorts alone. */
            negation?: false | null;
            /**
             * @description The comparison of the value.
             * @enum {string}
             */
            operator: "starts_with" | "not_starts_with" | "ends_with" | "not_ends_with";
            /** @description The beginning or end, without regard to case (letters A to Z). */
            value: unknown;
        } | {
            /** @description The name of the property. */
            key: string | number;
            /**
             * @description `person`; `group` in a condition about groups, with `group_type_index`.
             * @enum {string}
             */
            type: "person" | "group";
            /** @description With `group`: the same number as the condition's `aggregation_group_type_index`. */
            group_type_index?: number | null;
            /** @description Of cohorts alone. */
            negation?: false | null;
            /**
             * @description The comparison of the value.
             * @enum {string}
             */
            operator: "gt" | "gte" | "lt" | "lte" | "min" | "max";
            /** @description A number, or a text that spells one. `min` is `gte`, `max` is `lte`. */
            value: number | string;
        } | {
            /** @description The name of the property. */
            key: string | number;
            /**
             * @description `person`; `group` in a condition about groups, with `group_type_index`.
             * @enum {string}
             */
            type: "person" | "group";
            /** @description With `group`: the same number as the condition's `aggregation_group_type_index`. */
            group_type_index?: number | null;
            /** @description Of cohorts alone. */
            negation?: false | null;
            /**
             * @description The comparison of the value.
             * @enum {string}
             */
            operator: "between" | "not_between";
            /** @description The least and the greatest number; both belong to the range. */
            value: (number | string)[];
        } | {
            /** @description The name of the property. */
            key: string | number;
            /**
             * @description `person`; `group` in a condition about groups, with `group_type_index`.
             * @enum {string}
             */
            type: "person" | "group";
            /** @description With `group`: the same number as the condition's `aggregation_group_type_index`. */
            group_type_index?: number | null;
            /** @description Of cohorts alone. */
            negation?: false | null;
            /**
             * @description The comparison of the value.
             * @enum {string}
             */
            operator: "is_date_before" | "is_date_after" | "is_date_exact";
            /** @description An ISO date or time, or a time before now: `-7d` is seven days ago (`h`, `d`, `w`, `m`, `y`). */
            value: string;
        } | {
            /** @description The name of the property. */
            key: string | number;
            /**
             * @description `person`; `group` in a condition about groups, with `group_type_index`.
             * @enum {string}
             */
            type: "person" | "group";
            /** @description With `group`: the same number as the condition's `aggregation_group_type_index`. */
            group_type_index?: number | null;
            /** @description Of cohorts alone. */
            negation?: false | null;
            /**
             * @description The comparison of the value.
             * @enum {string}
             */
            operator: "semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "semver_tilde" | "semver_caret" | "semver_wildcard";
            /** @description A version such as `1.2.3`; `1.2.*` for `semver_wildcard`. */
            value: string | number;
        } | {
            /** @description The name of the property. */
            key: string | number;
            /**
             * @description Membership in a cohort.
             * @enum {string}
             */
            type: "cohort";
            /** @description The comparison of the value. */
            operator?: ("in" | "not_in" | "exact") | null;
            /** @description The id of the cohort. */
            value: number | string | (number | string)[];
            /** @description Of cohorts alone. */
            negation?: false | null;
        } | {
            /** @description The id of the other flag, not its key. */
            key: number | string;
            /**
             * @description The value of another flag.
             * @enum {string}
             */
            type: "flag";
            /**
             * @description The comparison of the value.
             * @enum {string}
             */
            operator: "flag_evaluates_to";
            /** @description `true` for on with any variant, `false` for off, or a variant. */
            value: boolean | string;
            /** @description Of cohorts alone. */
            negation?: false | null;
        };
        MyFeatureFlag: {
            /** @description The flag. */
            feature_flag: components["schemas"]["MinimalFeatureFlag"];
            /** @description The variant, or whether the flag is on. */
            value: boolean | string;
        };
        FeatureFlagEvaluationReasons: {
            [key: string]: {
                /** @description The variant, or whether the flag is on. */
                value: boolean | string;
                /** @description The reason for the flag's value. */
                evaluation: {
                    /** @description The reason, as a word for programs. */
                    reason: string;
                    /** @description The condition that decided, counted from 0; null without one. */
                    condition_index: number | null;
                };
            };
        };
        FeatureFlagBulkDeletionResult: {
            /** @description The flags that were deleted. */
            deleted: {
                /** @description The flag's id. */
                id: number;
                /** @description The flag's key. */
                key: string;
                /**
                 * @description The state of the flag's rollout.
                 * @enum {string}
                 */
                rollout_state: "fully_rolled_out" | "not_rolled_out" | "partial";
                /** @description The one variant that all users get; null without one. */
                active_variant: string | null;
            }[];
            /** @description The flags that were not deleted. */
            errors: {
                /** @description The flag's id. */
                id: number | string;
                /** @description The flag's key. */
                key?: string;
                /** @description The reason for which the flag was not deleted, in words. */
                reason: string;
            }[];
        };
        FeatureFlagBulkDeletion: {
            /** @description The flags to delete, by id. */
            ids?: (number | string)[];
            /** @description The flags to delete, by the filters of the list; instead of `ids`. */
            filters?: {
                [key: string]: unknown;
            };
        };
        FeatureFlagMatchingIds: {
            /** @description The ids of the flags. */
            ids: number[];
            /** @description The number of ids. */
            total: number;
        };
        FeatureFlagIdsRefused: {
            /** @description The fault, in words. */
            error: string;
        };
        FeatureFlagKeys: {
            /** @description The keys by id. */
            keys: {
                [key: string]: string;
            };
            /** @description The ids that are no ids; absent when all are. */
            warning?: string;
        };
        FeatureFlagIds: {
            /** @description The ids, as numbers or their digits. */
            ids: (number | string)[];
        };
        FeatureFlagCopies: {
            /** @description The projects, in the order of the request. */
            projects: {
                /** @description The project's id. */
                project_id: number;
                /** @description The id of the flag's copy; null when a dry run would make it. */
                flag_id: number | null;
                /** @description The copies in the project; the flag itself comes last. */
                things: components["schemas"]["CopiedThing"][];
            }[];
        };
        CopiedThing: {
            /**
             * @description The kind of the copied record.
             * @enum {string}
             */
            type: "feature_flag" | "cohort";
            /**
             * @description The effect in the project.
             * @enum {string}
             */
            action: "create" | "update" | "unchanged";
            /** @description The id of what was copied. */
            source_id: number;
            /** @description The id of the copy; null when a dry run would make it. */
            id: number | null;
            /** @description The key of the flag, or the name of the cohort. */
            key: string;
            /** @description The changes of the copy. */
            changes: components["schemas"]["ActivityChange"][];
        };
        /** @description The targets of the copy, and its options. */
        FeatureFlagCopyRequest: {
            /** @description The ids of the projects that get a copy. */
            target_project_ids: (number | string)[];
            /**
             * @description Whether nothing is changed: the answer says what would be.
             * @default false
             */
            dry_run?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no") | null;
            /**
             * @description Whether the copies are disabled.
             * @default false
             */
            disable?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no") | null;
            /**
             * @description The effect on a flag that has the key already.
             * @default update
             */
            on_conflict?: ("update" | "fail") | null;
        };
        FeatureFlagReference: {
            /** @description The flag's id. */
            id: number;
            /** @description The flag's key. */
            key: string;
            /** @description The purpose of the flag, in words. */
            name: string;
        };
        FeatureFlagDependents: {
            /** @description Whether there are any. */
            has_active_dependents: boolean;
            /** @description The active flags that depend on this one. */
            dependent_flags: components["schemas"]["FeatureFlagReference"][];
        };
        UsageDashboardRefused: {
            /**
             * @description Always `false`.
             * @enum {boolean}
             */
            success: false;
            /** @description The fault, in words. */
            error: string;
        };
        Done_1: {
            /**
             * @description Always `true`.
             * @enum {boolean}
             */
            success: true;
        };
        CohortOfFeatureFlag: {
            /** @description The cohort, which is filled in the background. */
            cohort: components["schemas"]["Cohort"];
        };
        FeatureFlagStatusUnknown: {
            /**
             * @description Always `unknown`.
             * @enum {string}
             */
            status: "unknown";
            /** @description The reason, in words. */
            reason: string;
        };
        FeatureFlagStatus: {
            /**
             * @description Whether the flag is still of use.
             * @enum {string}
             */
            status: "active" | "stale" | "deleted" | "unknown";
            /** @description The reason, in words. */
            reason: string;
        };
        /** @description The fields of a feature flag that can be changed. `deleted` deletes and restores it. `version` and `original_flag` say what the change is based on: it is refused when another user has changed the same field since. */
        FeatureFlagChanges: {
            /** @description The description of the flag, in words. */
            name?: string | number;
            /** @description The key that code asks for. No two flags of a project have the same. */
            key?: ((string | number) | (number | string)) | string | number;
            /** @description For whom the flag is on, and what they get. */
            filters?: components["schemas"]["FeatureFlagFilters"];
            /** @description Whether it is deleted. False restores it. */
            deleted?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /** @description Whether it is evaluated at all; a disabled flag is off. */
            active?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /** @description Whether users keep what they got before they were identified. */
            ensure_experience_continuity?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no") | null;
            /** @description Stored as sent; nothing is rolled back because of it. */
            rollback_conditions?: unknown;
            /** @description Stored as sent; it means nothing here. */
            performed_rollback?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no") | null;
            /** @description Words to find it by; kept in lower case. */
            tags?: (string | number)[];
            /** @description The contexts in which the flag is evaluated: clients that name others do not get it. */
            evaluation_tags?: (string | number)[];
            /** @description The contexts in which the flag is evaluated: clients that name others do not get it. */
            evaluation_contexts?: (string | number)[];
            /** @description The ids of dashboards that show how the flag is used. */
            analytics_dashboards?: (number | string)[];
            /** @description Whether `$feature_view` and `$feature_interaction` events are sent for it. */
            has_enriched_analytics?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no") | null;
            /** @description Whether it is a payload alone, which `remote_config/` answers. */
            is_remote_configuration?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no") | null;
            /** @description Whether its payloads are stored encrypted, and shown to its secret keys alone. */
            has_encrypted_payloads?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no") | null;
            /** @description The SDKs that get it. */
            evaluation_runtime?: ("server" | "client" | "all" | "") | null;
            /** @description The id by which a rollout distinguishes users. */
            bucketing_identifier?: ("distinct_id" | "device_id" | "") | null;
            /** @description The part of the product that the flag was made for. */
            creation_context?: ("feature_flags" | "experiments" | "surveys" | "early_access_features" | "web_experiments" | "product_tours") | null;
            /** @description The version that the change is based on. It is refused when the same field was changed since. */
            version?: number | string | null;
            /** @description The record that the change is based on: with `version`, it shows which fields were changed since. */
            original_flag?: {
                [key: string]: unknown;
            } | null;
            /** @description The reason of the change, for those who must approve it; ignored where nobody must. */
            _approval_comment?: string | number | null;
            /** @description The earliest time at which the change is applied, when it is approved. Refused where nobody must approve it. */
            _approval_scheduled_at?: string | null;
        };
        /** @description For whom a flag is on and what they get. Names that come near one of these are refused; others are kept. */
        FeatureFlagFilters: {
            /** @description The conditions, in the order in which they are tried. An empty list matches no one, no list matches every user. */
            groups?: components["schemas"]["FeatureFlagCondition"][];
            /** @description The values that the flag can have instead of on. */
            multivariate?: {
                /** @description None: the flag is on or off. */
                variants?: components["schemas"]["FeatureFlagVariant"][] | null;
            } | null;
            /** @description The values that come with the flag, as JSON text, by variant; by `true` where there are no variants. */
            payloads?: {
                [key: string]: unknown;
            } | null;
            /** @description The flag is about groups of this type (its number in `group_type_mapping` of `local_evaluation/`), not about persons. */
            aggregation_group_type_index?: number | null;
            /** @description Whether a condition that holds decides even when the rollout leaves the user out. */
            early_exit?: boolean | null;
            /** @description A share of all users that is kept out of the conditions. */
            holdout?: {
                /** @description A user who is held out gets the variant `holdout-<id>`. */
                id: number | string;
                /** @description The share of all users that is held out. */
                exclusion_percentage: number;
            } | null;
            /** @description The older form of `holdout`. */
            holdout_groups?: {
                /** @description The share that is held out. */
                rollout_percentage?: number | null;
            }[] | null;
            /** @description Whether a person's own choice decides first: their property `$feature_enrollment/<key>`. */
            feature_enrollment?: boolean | null;
            /** @description The older form of `feature_enrollment`. */
            super_groups?: components["schemas"]["FeatureFlagCondition"][] | null;
            /** @description The older form of `groups`: one condition. */
            properties?: components["schemas"]["FeatureFlagProperty"][] | null;
        };
        /** @description One of the values that a flag can have. */
        FeatureFlagVariant: {
            /** @description The value that code compares with; unique. */
            key: string;
            /** @description Its description, in words. */
            name?: unknown;
            /** @description The share of it. All shares are 100 together. */
            rollout_percentage: number;
        };
        /** @description A new feature flag; its key is enough. */
        NewFeatureFlag: {
            /** @description The description of the flag, in words. */
            name?: string | number;
            /** @description The key that code asks for. No two flags of a project have the same. */
            key: ((string | number) | (number | string)) | string | number;
            /** @description For whom the flag is on, and what they get. */
            filters?: components["schemas"]["FeatureFlagFilters"];
            /** @description Whether it is deleted. False restores it. */
            deleted?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /** @description Whether it is evaluated at all; a disabled flag is off. */
            active?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /** @description Whether users keep what they got before they were identified. */
            ensure_experience_continuity?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no") | null;
            /** @description Stored as sent; nothing is rolled back because of it. */
            rollback_conditions?: unknown;
            /** @description Stored as sent; it means nothing here. */
            performed_rollback?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no") | null;
            /** @description Words to find it by; kept in lower case. */
            tags?: (string | number)[];
            /** @description The contexts in which the flag is evaluated: clients that name others do not get it. */
            evaluation_tags?: (string | number)[];
            /** @description The contexts in which the flag is evaluated: clients that name others do not get it. */
            evaluation_contexts?: (string | number)[];
            /** @description The ids of dashboards that show how the flag is used. */
            analytics_dashboards?: (number | string)[];
            /** @description Whether `$feature_view` and `$feature_interaction` events are sent for it. */
            has_enriched_analytics?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no") | null;
            /** @description Whether it is a payload alone, which `remote_config/` answers. */
            is_remote_configuration?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no") | null;
            /** @description Whether its payloads are stored encrypted, and shown to its secret keys alone. */
            has_encrypted_payloads?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no") | null;
            /** @description The SDKs that get it. */
            evaluation_runtime?: ("server" | "client" | "all" | "") | null;
            /** @description The id by which a rollout distinguishes users. */
            bucketing_identifier?: ("distinct_id" | "device_id" | "") | null;
            /** @description The part of the product that the flag was made for. */
            creation_context?: ("feature_flags" | "experiments" | "surveys" | "early_access_features" | "web_experiments" | "product_tours") | null;
            /** @description Whether a dashboard that shows how the flag is used is made with it. */
            _should_create_usage_dashboard?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no") | null;
        };
        ChangeRequest: {
            /** @description The change request's id. */
            id: number;
            /** @description The flag's id. */
            flag_id: number;
            /** @description The flag's key when the change was asked for. */
            flag_key: string;
            /** @description The only version of the flag that the change can be applied to. */
            flag_version: number;
            /**
             * @description `pending` waits for approvals and `approved` for its time; the others are ends.
             * @enum {string}
             */
            state: "pending" | "approved" | "applied" | "rejected" | "cancelled" | "stale" | "failed" | "expired";
            /** @description The differences, as in the activity log: `field`, `action`, `before`, `after`, and `paths` of structured fields. Encrypted payloads are masked. */
            diff: unknown[];
            /** @description The reason for the change, in the words of who asked for it. */
            comment: string | null;
            /** @description The reason of a rejection, or for which it failed, is stale or expired; null without one. */
            reason: string | null;
            /** @description The number of approvals with which it is applied. */
            approvals_needed: number;
            /** @description The approvals, the first one first. */
            approvals: components["schemas"]["ChangeRequestApproval"][];
            /** @description The earliest time at which it is applied; null: with the last approval. */
            scheduled_at: string | null;
            /**
             * Format: date-time
             * @description The time at which it expires when too few have approved it.
             */
            expires_at: string;
            /** @description The user who asked for it, as whom it is applied. */
            created_by: components["schemas"]["UserBasic"] | null;
            /**
             * Format: date-time
             * @description The time at which it was asked for.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The time of its last change.
             */
            updated_at: string;
            /** @description The user with whose step it ended; null for the system, and while it is open. */
            closed_by: components["schemas"]["UserBasic"] | null;
            /** @description The time of its end; null while it is open. */
            closed_at: string | null;
        };
        ChangeRequestApproval: {
            /** @description The member who approved. */
            user: components["schemas"]["UserBasic"] | null;
            /**
             * Format: date-time
             * @description The time at which they did.
             */
            approved_at: string;
        };
        /** @description Says why a change is not to be made. */
        ChangeRequestRejection: {
            /** @description The reason, for who asked. */
            reason: string | number;
        };
        ReadyStatus: {
            /**
             * @description Always `ok`.
             * @enum {string}
             */
            status: "ok";
            /** @description Faults of the data while the server serves, such as lost events; absent when there are none. */
            warnings?: string[];
        };
        HealthStatus: {
            /**
             * @description Always `ok`.
             * @enum {string}
             */
            status: "ok";
        };
        CaptureAccepted: {
            /**
             * @description Always 1.
             * @enum {number}
             */
            status: 1;
            /** @description `["events"]` when the events were dropped, as the project has stored what its quota of this month allows. */
            quota_limited?: "events"[];
        };
        CapturedEvent: {
            /** @description The event's name. */
            event: string;
            /** @description The user who did it; up to 200 characters. */
            distinct_id?: string;
            /** @description The event's id. The same id is stored once. */
            uuid?: string;
            /** @description The time at which it happened, in ISO 8601; the time of arrival by default. */
            timestamp?: string;
            /** @description The event's properties. */
            properties?: {
                [key: string]: unknown;
            };
        };
        SingleEvent: {
            /** @description The event's name. */
            event: string;
            /** @description The user who did it; up to 200 characters. */
            distinct_id?: string;
            /** @description The event's id. The same id is stored once. */
            uuid?: string;
            /** @description The time at which it happened, in ISO 8601; the time of arrival by default. */
            timestamp?: string;
            /** @description The event's properties. */
            properties?: {
                [key: string]: unknown;
            };
            /** @description The project's token (`phc_…`). */
            api_key?: string;
            /** @description The project's token by another name. */
            token?: string;
        };
        EventBatch: {
            /** @description The project's token (`phc_…`). */
            api_key?: string;
            /** @description The project's token by another name. */
            token?: string;
            /** @description The events. */
            batch: components["schemas"]["CapturedEvent"][];
            /** @description The time at which the client sent the request by its own clock, which corrects `timestamp`. */
            sent_at?: string;
            /** @description Whether the events are old ones that are moved here: their times stay, `$ip` is not added, and no webhook hears of them. */
            historical_migration?: boolean;
        };
        /** @description The outcome of a deletion of several persons. */
        BulkDeletionOutcome: {
            /** @description The number of persons that were found. */
            persons_found: number;
            /** @description The number of persons that were deleted: those that were found. */
            persons_deleted: number;
            /** @description Whether the events of the persons are deleted, too. */
            events_queued_for_deletion: boolean;
            /** @description Always false: there are no recordings. */
            recordings_queued_for_deletion: boolean;
            /** @description Always empty: all of them are deleted, or none. */
            deletion_errors: string[];
            /** @description The deletion that was made; null where nobody was found. */
            data_deletion: components["schemas"]["DataDeletion"] | null;
        };
        /** @description A deletion of persons or events. It shows no id of a person. */
        DataDeletion: {
            /** @description The deletion's id; null of a dry run. */
            id: string | null;
            /**
             * @description `persons`, with or without their events, or `events` alone.
             * @enum {string}
             */
            kind: "persons" | "events";
            /**
             * @description `pending` and `running`: queries see nothing of it any more, and the job removes it. `completed`: it is removed.
             * @enum {string}
             */
            status: "pending" | "running" | "completed" | "dry_run";
            /** @description Whether events are deleted. */
            with_events: boolean;
            /** @description The names of the events, where it names any. */
            events: string[];
            /** @description The earliest time of the events. */
            date_from: string | null;
            /** @description The time that the events are before. */
            date_to: string | null;
            /** @description The number of persons that it names. */
            persons_count: number;
            /** @description The number of distinct ids that it names, or that its persons had. */
            distinct_ids_count: number;
            /** @description The number of events that were found; null before the job has counted them. */
            events_count: number | null;
            /** @description The number of deliveries of webhooks and of entries of the query log that named a person; null before. */
            texts_count: number | null;
            /** @description The user who asked for it. */
            created_by: components["schemas"]["UserBasic"] | null;
            /**
             * Format: date-time
             * @description The time of the request: events that were stored later stay.
             */
            created_at: string;
            /** @description The time at which nothing was left. */
            completed_at: string | null;
        };
        /** @description Persons by their uuids or by distinct ids; those that do not exist are left out. */
        BulkDeletion: {
            /**
             * @description The uuids of persons: at most 1,000.
             * @default []
             */
            ids?: (string | number)[];
            /**
             * @description Distinct ids of persons: at most 1,000. Where there are any, `ids` is not looked at.
             * @default []
             */
            distinct_ids?: (string | number)[];
            /**
             * @description Whether the events of the persons are deleted, too.
             * @default false
             */
            delete_events?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
        };
        /** @description The distinct id that a person stays with when it is split. */
        SplitPerson: {
            /**
             * @description The distinct id that the person stays with, and keeps its properties for. Without it the person stays with the one that it began with and loses its properties, as nobody knows whose they are.
             * @default null
             */
            main_distinct_id?: string | number | null;
        };
        /** @description A property to remove from a person. */
        UnsetProperty: {
            /** @description The name of the property. */
            $unset: string | number;
        };
        /** @description A property to set on a person. */
        UpdatedProperty: {
            /** @description The name of the property. */
            key: string | number;
            /** @description Its value. */
            value: unknown;
        };
        /** @description Properties to set on a person. */
        PersonChanges: {
            /**
             * @description The properties to set; the others stay.
             * @example {
             *       "plan": "pro"
             *     }
             */
            properties: {
                [key: string]: unknown;
            };
        };
        /** @description Everything that the project holds about one person. */
        PersonExport: {
            /** @description The person. */
            person: components["schemas"]["Person"];
            /** @description The uuids of persons that were merged into it. */
            merged_person_ids: string[];
            /** @description The cohorts that it is a member of. */
            cohorts: {
                /** @description The cohort's id. */
                id: number;
                /** @description Its name. */
                name: string;
            }[];
            /** @description The keys that keep its answers of flags. */
            flag_keys: {
                /** @description The key of the flag. */
                flag_key: string;
                /** @description The identifier that decides the person's rollout of it. */
                hash_key: string;
            }[];
            /** @description Its events in their order, answers to surveys among them: at most 10,000. */
            events: {
                [key: string]: unknown;
            }[];
            /** @description The URL of the same with the events that follow; null with the last. */
            next: string | null;
        };
        /** @description Someone, or something, that events belong to. */
        Person: {
            /** @description The person's uuid. */
            id: string;
            /** @description The same. */
            uuid: string;
            /** @description A property such as `email` or `name`, else the first distinct id. */
            name: string;
            /** @description Its distinct ids, those that people read first. */
            distinct_ids: string[];
            /** @description Its properties. */
            properties: {
                [key: string]: unknown;
            };
            /** @description Whether somebody was identified as this person. */
            is_identified: boolean;
            /**
             * Format: date-time
             * @description The time of its first event.
             */
            created_at: string;
        };
        /** @description A company, team or other group that several persons share. */
        Group: {
            /** @description The index of the type of groups, from 0 to 4. */
            group_type_index: number;
            /** @description Its key, unique among the groups of its type. */
            group_key: string;
            /** @description Its properties. */
            group_properties: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description The time of the event, or of the request, that made it.
             */
            created_at: string;
        };
        /** @description A property to remove from a group. */
        UnsetGroupProperty: {
            /** @description The name of the property. */
            $unset: string | number;
        };
        /** @description A property to set on a group. */
        UpdatedGroupProperty: {
            /** @description The name of the property. */
            key: string | number;
            /** @description Its value. */
            value: unknown;
        };
        /** @description A group of a type that events have named. */
        NewGroup: {
            /** @description The index of the type of groups, from 0 to 4. */
            group_type_index: number | string;
            /** @description The key of the group. */
            group_key: string | number;
            /**
             * @description Its properties.
             * @default {}
             */
            group_properties?: {
                [key: string]: unknown;
            };
        };
        /** @description A type of groups, such as `company`; a project has at most five. */
        GroupType: {
            /** @description The name of the type, as events have it in `$groups`. */
            group_type: string;
            /** @description The index of the type of groups, from 0 to 4. */
            group_type_index: number;
            /** @description Always null. */
            name_singular: null;
            /** @description Always null. */
            name_plural: null;
            /** @description Always null. */
            detail_dashboard: null;
            /** @description Always null. */
            default_columns: null;
            /** @description Always null. */
            created_at: null;
        };
        PropertyDefinition: {
            /** @description The definition's id. */
            id: string;
            /** @description The property's name. */
            name: string;
            /**
             * @description The kind of the property's owner.
             * @enum {string}
             */
            type: "event" | "person" | "group" | "session";
            /** @description The number of the group type; null for events and persons. */
            group_type_index: number | null;
            /** @description The type of the values; null when none is known. */
            property_type: ("DateTime" | "String" | "Numeric" | "Boolean" | "Duration") | null;
            /** @description Whether the type is `Numeric`. */
            is_numerical: boolean;
            /** @description Whether one of the `event_names` of the request has it; null when none was named. */
            is_seen_on_filtered_events: boolean | null;
            /** @description The meaning of the name, in words. */
            description: string | null;
            /** @description Words to find the name by. */
            tags: string[];
            /** @description Whether a user has verified the name. */
            verified: boolean;
            /** @description The time at which the name was verified; null if it is not. */
            verified_at: string | null;
            /** @description The user who verified the name. */
            verified_by: components["schemas"]["UserBasic"] | null;
            /** @description Whether lists leave the name out. */
            hidden: boolean;
            /** @description The time at which the description was last changed; null if never. */
            updated_at: string | null;
            /** @description The user who last changed the description. */
            updated_by: components["schemas"]["UserBasic"] | null;
            /** @description The time at which the property was first received; null if that is not known. */
            first_seen_at: string | null;
            /** @description The time at which the property was last received; null if never. */
            last_seen_at: string | null;
            /** @description The number of stored events that carried it, or set it on persons and groups. */
            volume: number;
            /** @description Always null. */
            volume_30_day: null;
            /** @description Always null. */
            query_usage_30_day: null;
        };
        /** @description A change of a property's description. A type that is set is not inferred again. */
        PropertyDefinitionChanges: {
            /** @description The meaning of the name, in words. */
            description?: string | number | null;
            /** @description Words to find it by. Letter case does not count. */
            tags?: (string | number)[];
            /** @description Whether somebody made sure that it is right. */
            verified?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /** @description Whether it is left out of lists that people choose from. */
            hidden?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /** @description The type that its values are read as. Null: they are not converted. */
            property_type?: ("DateTime" | "String" | "Numeric" | "Boolean" | "Duration") | null;
        };
        EventDefinition: {
            /** @description The definition's id. */
            id: string;
            /** @description The event's name. */
            name: string;
            /** @description The member who answers for the event. */
            owner: components["schemas"]["UserBasic"] | null;
            /** @description The meaning of the name, in words. */
            description: string | null;
            /** @description Words to find the name by. */
            tags: string[];
            /** @description Whether a user has verified the name. */
            verified: boolean;
            /** @description The time at which the name was verified; null if it is not. */
            verified_at: string | null;
            /** @description The user who verified the name. */
            verified_by: components["schemas"]["UserBasic"] | null;
            /** @description Whether lists leave the name out. */
            hidden: boolean;
            /** @description The time at which the description was last changed; null if never. */
            updated_at: string | null;
            /** @description The user who last changed the description. */
            updated_by: components["schemas"]["UserBasic"] | null;
            /**
             * Format: date-time
             * @description The time at which the event was first received or named.
             */
            created_at: string;
            /** @description The time at which the event was last received; null if never. */
            last_seen_at: string | null;
            /** @description The time at which the definition was last changed. */
            last_updated_at: string | null;
            /** @description The number of stored events of this name. */
            volume: number;
            /** @description The number of them that happened today or on the 29 days before, in UTC. */
            volume_30_day: number;
            /** @description Always null. */
            query_usage_30_day: null;
            /** @description Always `false`. */
            is_action: boolean;
            /** @description Always null. */
            action_id: null;
            /** @description Always `false`. */
            is_calculating: boolean;
            /** @description Always null. */
            calculated_at: null;
            /** @description Always null. */
            last_calculated_at: null;
            /** @description Always null. */
            created_by: null;
            /** @description Always `false`. */
            post_to_slack: boolean;
            /** @description Always empty. */
            default_columns: string[];
        };
        /** @description A change of an event's description. */
        EventDefinitionChanges: {
            /** @description The meaning of the name, in words. */
            description?: string | number | null;
            /** @description Words to find it by. Letter case does not count. */
            tags?: (string | number)[];
            /** @description Whether somebody made sure that it is right. */
            verified?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /** @description Whether it is left out of lists that people choose from. */
            hidden?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /** @description The id of the user who looks after it. */
            owner?: number | string | null;
        };
        /** @description An event that is named before it is received. */
        NewEventDefinition: {
            /** @description The event's name, as events have it. */
            name: string | number;
            /** @description The meaning of the name, in words. */
            description?: string | number | null;
            /** @description Words to find it by. Letter case does not count. */
            tags?: (string | number)[];
            /** @description Whether somebody made sure that it is right. */
            verified?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /** @description Whether it is left out of lists that people choose from. */
            hidden?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /** @description The id of the user who looks after it. */
            owner?: number | string | null;
        };
        /** @description A file of events, of persons or of the rows of a query. */
        DataExport: {
            /** @description The export's id. */
            id: string;
            /** @description The media type of the file. */
            export_format: string;
            /** @description `events` or `persons`; null of the rows of a query. */
            model: string | null;
            /** @description The earliest time of the events. */
            date_from: string | null;
            /** @description The time that the events are before. */
            date_to: string | null;
            /** @description The query whose rows are exported, as `source`; null of a model. */
            export_context: {
                [key: string]: unknown;
            } | null;
            /**
             * @description `pending` and `running`: the file is not whole yet. `failed`: there will be none, for the reason in `exception`.
             * @enum {string}
             */
            status: "pending" | "running" | "completed" | "failed";
            /** @description Whether the file can be downloaded. */
            has_content: boolean;
            /** @description The name under which browsers save the file. */
            filename: string;
            /** @description The number of rows so far. */
            rows: number;
            /** @description The size of the file so far. */
            bytes: number;
            /** @description The reason for which there is no file; null otherwise. */
            exception: string | null;
            /** @description The user who asked for it. */
            created_by: components["schemas"]["UserBasic"] | null;
            /**
             * Format: date-time
             * @description The time at which it was asked for.
             */
            created_at: string;
            /** @description The time at which the file was whole, or the export had failed. */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description The time at which the export and its file are removed.
             */
            expires_after: string;
        };
        /** @description The rows and the form of the file. */
        NewDataExport: {
            /**
             * @description The form of the file.
             * @enum {unknown}
             */
            export_format: "text/csv" | "application/x-ndjson" | "application/vnd.apache.parquet";
            /**
             * @description All events of a time, or all persons.
             * @default null
             */
            model?: ("events" | "persons") | null;
            /**
             * @description Events of this time or later, as ISO 8601.
             * @default null
             */
            date_from?: string | null;
            /**
             * @description Events before this time, as ISO 8601.
             * @default null
             */
            date_to?: string | null;
            /**
             * @description Instead of `model`: `source` is the query whose rows are exported, SQL or an `EventsQuery`.
             * @default null
             */
            export_context?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description The events to delete: those that fulfil every condition that is given, at least one. */
        NewDataDeletion: {
            /**
             * @description Events of these persons: at most 1,000. The persons themselves stay.
             * @default []
             */
            person_ids?: (string | number)[];
            /**
             * @description Events of these distinct ids: at most 1,000. With `person_ids`, events of either.
             * @default []
             */
            distinct_ids?: (string | number)[];
            /**
             * @description Events of these names: at most 100.
             * @default []
             */
            events?: (string | number)[];
            /**
             * @description Events of this time or later, as ISO 8601.
             * @default null
             */
            date_from?: string | null;
            /**
             * @description Events before this time, as ISO 8601.
             * @default null
             */
            date_to?: string | null;
            /**
             * @description Whether to count the events only. Nothing is deleted then.
             * @default false
             */
            dry_run?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
        };
        Insight: {
            /** @description The insight's id. */
            id: number;
            /** @description The id in the addresses of insights, unique in its project. */
            short_id: string;
            /** @description The name that people see. */
            name: string;
            /** @description A name that a client made of the query. */
            derived_name: string | null;
            /** @description The description of the insight, in words. */
            description: string;
            /** @description The query, as it is stored; null if there is none. */
            query: components["schemas"]["StoredQuery"] | null;
            /** @description The older form of `query`. */
            filters: {
                [key: string]: unknown;
            };
            /** @description Always null. */
            order: null;
            /** @description Whether the insight is deleted. */
            deleted: boolean;
            /** @description The ids of the dashboards that show it. */
            dashboards: number[];
            /** @description Its tiles on dashboards. */
            dashboard_tiles: {
                /** @description The tile's id. */
                id: number;
                /** @description The id of its dashboard. */
                dashboard_id: number;
                /** @description Always `false`. */
                deleted: boolean;
            }[];
            /** @description Words to find the insight by. */
            tags: string[];
            /** @description Whether it stands out for people. */
            favorited: boolean;
            /** @description Whether the insight was saved by itself, not for a dashboard alone. */
            saved: boolean;
            /** @description Always `false`. */
            is_sample: boolean;
            /** @description The `results` of the query; null where none are kept, and of lists. */
            result: unknown;
            /** @description The columns of the result, where it has some. */
            columns: unknown[] | null;
            /** @description Their types. */
            types: unknown[] | null;
            /** @description Whether the result is cut. */
            hasMore: boolean | null;
            /** @description The statement that was run. */
            hogql: string | null;
            /** @description Whether the result was kept, and not computed for this request. */
            is_cached: boolean;
            /** @description The time at which the result was computed; null where there is none. */
            last_refresh: string | null;
            /** @description The earliest time at which a client should compute it anew. */
            next_allowed_client_refresh: string | null;
            /** @description Until when the result is fresh; null: for ever, or there is none. */
            cache_target_age: string | null;
            /** @description The run of the query in the background; null where there is none. */
            query_status: unknown;
            /** @description The time that the result is about, where it has one. */
            resolved_date_range: unknown;
            /** @description The time zone of the result. */
            timezone: string | null;
            /**
             * Format: date-time
             * @description The time at which the insight was created.
             */
            created_at: string;
            /** @description The user who created the insight. */
            created_by: components["schemas"]["UserBasic"] | null;
            /**
             * Format: date-time
             * @description The same as `last_modified_at`.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description The time at which the insight was last changed.
             */
            last_modified_at: string;
            /** @description The user who last changed the insight. */
            last_modified_by: components["schemas"]["UserBasic"] | null;
            /** @description Always 21: every member of the project may edit. */
            effective_restriction_level: number;
            /** @description Always 37: the caller may edit. */
            effective_privilege_level: number;
            /** @description Always `editor`. */
            user_access_level: string;
        };
        /** @description A change of an insight. `dashboards` are those that it stands on from then on; `deleted` deletes and restores it. */
        InsightChanges: {
            /** @description The name that people see. */
            name?: string | number | null;
            /** @description A name that a client made of the query. */
            derived_name?: string | number | null;
            /** @description The description of the insight, in words. */
            description?: string | number | null;
            /** @description The query of the insight, as `POST /query/` takes it; stored as sent. */
            query?: components["schemas"]["StoredQuery"] | null;
            /** @description The older form of `query`; stored as sent, and read as a query where there is none. */
            filters?: {
                [key: string]: unknown;
            } | null;
            /** @description Words to find it by; each is kept once. */
            tags?: (string | number)[] | null;
            /** @description Whether it is kept by itself, not for a dashboard alone. */
            saved?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /** @description Whether it stands out for people. */
            favorited?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /** @description The ids of the dashboards that show it. */
            dashboards?: (number | string)[] | null;
            /** @description Whether it is deleted. False restores it. */
            deleted?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
        };
        /** @description A stored query with a name. */
        NewInsight: {
            /**
             * @description The name that people see.
             * @default
             */
            name?: string | number | null;
            /**
             * @description A name that a client made of the query.
             * @default null
             */
            derived_name?: string | number | null;
            /**
             * @description The description of the insight, in words.
             * @default
             */
            description?: string | number | null;
            /**
             * @description The query of the insight, as `POST /query/` takes it; stored as sent.
             * @default null
             */
            query?: components["schemas"]["StoredQuery"] | null;
            /**
             * @description The older form of `query`; stored as sent, and read as a query where there is none.
             * @default {}
             */
            filters?: {
                [key: string]: unknown;
            } | null;
            /**
             * @description Words to find it by; each is kept once.
             * @default []
             */
            tags?: (string | number)[] | null;
            /**
             * @description Whether it is kept by itself, not for a dashboard alone.
             * @default false
             */
            saved?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /**
             * @description Whether it stands out for people.
             * @default false
             */
            favorited?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /**
             * @description The ids of the dashboards that show it.
             * @default []
             */
            dashboards?: (number | string)[] | null;
        };
        Dashboard: {
            /** @description The dashboard's id. */
            id: number;
            /** @description The name that people see. */
            name: string;
            /** @description The description of the dashboard, in words. */
            description: string;
            /** @description Whether the dashboard stands before others in lists. */
            pinned: boolean;
            /**
             * Format: date-time
             * @description The time at which the dashboard was created.
             */
            created_at: string;
            /** @description The user who created the dashboard. */
            created_by: components["schemas"]["UserBasic"] | null;
            /** @description Always `false`. */
            is_shared: boolean;
            /** @description Whether the dashboard is deleted. */
            deleted: boolean;
            /**
             * @description Whether it was made by a person, from a template (as those of flags are) or from another dashboard.
             * @enum {string}
             */
            creation_mode: "default" | "template" | "duplicate";
            /** @description Words to find the dashboard by. */
            tags: string[];
            /** @description Always 21: every member of the project may edit. */
            restriction_level: number;
            /** @description Always 21: every member of the project may edit. */
            effective_restriction_level: number;
            /** @description Always 37: the caller may edit. */
            effective_privilege_level: number;
            /** @description Always `editor`. */
            user_access_level: string;
            /** @description Always null. */
            last_accessed_at: null;
            /** @description Always null. */
            last_refresh: null;
            /** @description The id of the dashboard's project. */
            team_id: number;
            /** @description Filters of all of its insights, as they were sent. */
            filters: components["schemas"]["DashboardFilters"];
            /** @description Always null. */
            variables: null;
            /** @description The tiles, in their order. */
            tiles: components["schemas"]["DashboardTile"][];
        };
        DashboardTile: {
            /** @description The tile's id. */
            id: number;
            /** @description The place and size of the tile, by the width of the screen. */
            layouts: components["schemas"]["TileLayouts"];
            /** @description The colour of the tile; null for the default. */
            color: string | null;
            /** @description The text on the tile; null where it shows an insight. */
            text: components["schemas"]["DashboardText"] | null;
            /** @description The insight on the tile, with its result; null where it is a text. */
            insight: components["schemas"]["Insight"] | null;
            /** @description The reason why there is no result, where it was to be computed and could not be. */
            error: components["schemas"]["ErrorDetail"] | null;
        };
        DashboardText: {
            /** @description The id of the tile. */
            id: number;
            /** @description The text, in Markdown. */
            body: string;
            /** @description The id of the dashboard's project. */
            team: number;
            /** @description The user who wrote the text. */
            created_by: components["schemas"]["UserBasic"] | null;
            /**
             * Format: date-time
             * @description The time at which the text was written.
             */
            created_at: string;
            /** @description The user who last changed the text or its place. */
            last_modified_by: components["schemas"]["UserBasic"] | null;
            /**
             * Format: date-time
             * @description The time at which the text or its place was last changed.
             */
            last_modified_at: string;
        };
        /** @description The tile that moves, and its new dashboard. */
        DashboardTileMove: {
            /** @description The tile, one of the dashboard. */
            tile: {
                /** @description The tile's id. */
                id: number | string;
            };
            /** @description The id of the dashboard on which it stands from then on. */
            toDashboard: number | string;
        };
        /** @description A change of a dashboard. `deleted` deletes and restores it. */
        DashboardChanges: {
            /** @description The name that people see. */
            name?: string | number | null;
            /** @description The subject of the dashboard, in words. */
            description?: string | number | null;
            /** @description Whether it stands before others in lists. */
            pinned?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /** @description Whether it is deleted. False restores it. */
            deleted?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /** @description With `deleted: true`: the insights that stand on no other dashboard are deleted, too. A restored dashboard shows them again when they are restored. */
            delete_insights?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /** @description Filters of all of its insights; stored as sent. `date_from`, `date_to`, `properties` and `breakdown_filter` count as `filters_override` of a query. */
            filters?: components["schemas"]["DashboardFilters"];
            /** @description Words to find it by; each is kept once. */
            tags?: (string | number)[] | null;
            /** @description Changes of its tiles, by their ids, and new texts; those not named stay as they are. */
            tiles?: ({
                /** @description The tile's id; without it a new text is put on the dashboard. */
                id?: number | string;
                /** @description The text of the tile; null, or left out, for an insight. */
                text?: {
                    /** @description The text, in Markdown. */
                    body: string | number;
                } | null;
                /** @description Its place and size, by the width of the screen. */
                layouts?: components["schemas"]["TileLayouts"];
                /** @description Its colour; null for the default. */
                color?: string | number | null;
                /** @description `true` takes it from the dashboard; its insight stays. */
                deleted?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            } | unknown | unknown)[];
        };
        /** @description A page of insights. Insights are put on it by their `dashboards`. */
        NewDashboard: {
            /**
             * @description The name that people see.
             * @default
             */
            name?: string | number | null;
            /**
             * @description The subject of the dashboard, in words.
             * @default
             */
            description?: string | number | null;
            /**
             * @description Whether it stands before others in lists.
             * @default false
             */
            pinned?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /**
             * @description Filters of all of its insights; stored as sent. `date_from`, `date_to`, `properties` and `breakdown_filter` count as `filters_override` of a query.
             * @default {}
             */
            filters?: components["schemas"]["DashboardFilters"];
            /**
             * @description Words to find it by; each is kept once.
             * @default []
             */
            tags?: (string | number)[] | null;
            /**
             * @description A dashboard of which the new one shows the same insights.
             * @default null
             */
            use_dashboard?: number | string | null;
            /**
             * @description With `use_dashboard`: the new dashboard has copies of the insights, which change by themselves.
             * @default false
             */
            duplicate_tiles?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /**
             * @description The name of a template. There are none: other texts are refused.
             * @default null
             */
            use_template?: "" | null;
        };
        DashboardBasic: {
            /** @description The dashboard's id. */
            id: number;
            /** @description The name that people see. */
            name: string;
            /** @description The description of the dashboard, in words. */
            description: string;
            /** @description Whether the dashboard stands before others in lists. */
            pinned: boolean;
            /**
             * Format: date-time
             * @description The time at which the dashboard was created.
             */
            created_at: string;
            /** @description The user who created the dashboard. */
            created_by: components["schemas"]["UserBasic"] | null;
            /** @description Always `false`. */
            is_shared: boolean;
            /** @description Whether the dashboard is deleted. */
            deleted: boolean;
            /**
             * @description Whether it was made by a person, from a template (as those of flags are) or from another dashboard.
             * @enum {string}
             */
            creation_mode: "default" | "template" | "duplicate";
            /** @description Words to find the dashboard by. */
            tags: string[];
            /** @description Always 21: every member of the project may edit. */
            restriction_level: number;
            /** @description Always 21: every member of the project may edit. */
            effective_restriction_level: number;
            /** @description Always 37: the caller may edit. */
            effective_privilege_level: number;
            /** @description Always `editor`. */
            user_access_level: string;
            /** @description Always null. */
            last_accessed_at: null;
            /** @description Always null. */
            last_refresh: null;
            /** @description The id of the dashboard's project. */
            team_id: number;
        };
        CohortPerson: {
            /**
             * @description Always `person`.
             * @enum {string}
             */
            type: "person";
            /** @description The person's id. */
            id: string;
            /** @description The same as `id`. */
            uuid: string;
            /** @description The person's `email`, `name` or `username`, otherwise a distinct id. */
            name: string;
            /** @description All distinct ids of the person. */
            distinct_ids: string[];
            /** @description The properties of the person as they are now. */
            properties: {
                [key: string]: unknown;
            };
            /** @description Whether the person was identified. */
            is_identified: boolean;
            /**
             * Format: date-time
             * @description The time at which the person was first seen.
             */
            created_at: string;
        };
        /** @description A change of a cohort. `deleted` deletes and restores it. */
        CohortChanges: {
            /** @description The name that people see. */
            name?: string | number | null;
            /** @description The members, in words. */
            description?: string | number | null;
            /** @description Whether it is deleted. False restores it. */
            deleted?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /** @description The older form of `filters`. */
            groups?: components["schemas"]["CohortOlderGroup"][] | null;
            /** @description The conditions of a dynamic cohort, in nested groups, stored as sent. */
            filters?: components["schemas"]["CohortFilters"] | null;
            /** @description Always null: a cohort cannot be made of a query here. */
            query?: null;
            /** @description Whether its members are listed. Those of others follow from `filters`. */
            is_static?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /** @description Persons of a static cohort, by their ids or distinct ids; a change adds them. */
            _create_static_person_ids?: (string | number)[];
        };
        /** @description A new cohort: static with listed persons, or dynamic by `filters`. */
        NewCohort: {
            /**
             * @description The name that people see.
             * @default
             */
            name?: string | number | null;
            /**
             * @description The members, in words.
             * @default
             */
            description?: string | number | null;
            /**
             * @description The older form of `filters`.
             * @default []
             */
            groups?: components["schemas"]["CohortOlderGroup"][] | null;
            /**
             * @description The conditions of a dynamic cohort, in nested groups, stored as sent.
             * @default null
             */
            filters?: components["schemas"]["CohortFilters"] | null;
            /**
             * @description Always null: a cohort cannot be made of a query here.
             * @default null
             */
            query?: null;
            /**
             * @description Whether its members are listed. Those of others follow from `filters`.
             * @default false
             */
            is_static?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no") | null;
            /**
             * @description Persons of a static cohort, by their ids or distinct ids; a change adds them.
             * @default []
             */
            _create_static_person_ids?: (string | number)[];
        };
        /** @description A name for the events that meet one of its steps. */
        Action: {
            /** @description The action's id. */
            id: number;
            /** @description The name that people see. */
            name: string | null;
            /** @description The meaning of the action, in words. */
            description: string;
            /** @description Words to find the action by. */
            tags: string[];
            /** @description Stored for clients that know it; nothing is posted. */
            post_to_slack: boolean;
            /** @description Stored for clients that know it; nothing is posted. */
            slack_message_format: string;
            /** @description An event that meets one of them is an event of the action. */
            steps: components["schemas"]["StoredActionStep"][];
            /**
             * Format: date-time
             * @description The time at which the action was created.
             */
            created_at: string;
            /** @description The user who created the action. */
            created_by: components["schemas"]["UserBasic"] | null;
            /**
             * Format: date-time
             * @description The time at which the action was last changed.
             */
            updated_at: string;
            /** @description Whether the action is deleted. */
            deleted: boolean;
            /** @description Always `false`: queries find the events of an action when they run. */
            is_calculating: boolean;
            /**
             * Format: date-time
             * @description The same as `updated_at`.
             */
            last_calculated_at: string;
            /** @description The id of the action's project. */
            team_id: number;
            /** @description Always `true`. */
            is_action: boolean;
            /** @description Always null. */
            bytecode_error: null;
            /** @description Always null. */
            pinned_at: null;
            /** @description Always null. */
            creation_context: null;
            /** @description Always `editor`. */
            user_access_level: string;
        };
        /** @description The conditions that an event must meet, all of them. */
        StoredActionStep: {
            /** @description The name of the event; null for any. */
            event: string | null;
            /** @description Conditions on the event, as they were sent. */
            properties: unknown[] | null;
            /** @description A CSS selector that a clicked element, or one around it, meets. */
            selector: string | null;
            /** @description The tag of a clicked element, or of one around it. */
            tag_name: string | null;
            /** @description The text of a clicked element, or of one around it. */
            text: string | null;
            /** @description The comparison of `text`; null for `exact`. */
            text_matching: ("contains" | "regex" | "exact") | null;
            /** @description The address that a clicked link leads to. */
            href: string | null;
            /** @description The comparison of `href`; null for `exact`. */
            href_matching: ("contains" | "regex" | "exact") | null;
            /** @description The address of the page. */
            url: string | null;
            /** @description The comparison of `url`; null for `contains`. */
            url_matching: ("contains" | "regex" | "exact") | null;
        };
        /** @description A change of an action. `deleted` deletes and restores it. */
        ActionChanges: {
            /** @description The name that people see. */
            name?: string | number | null;
            /** @description The meaning of the action, in words. */
            description?: string | number | null;
            /** @description Words to find it by; each is kept once. */
            tags?: (string | number)[] | null;
            /** @description Stored for clients that know it; nothing is posted. */
            post_to_slack?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /** @description Stored for clients that know it; nothing is posted. */
            slack_message_format?: string | number | null;
            /** @description An event that meets one of them is an event of the action. */
            steps?: components["schemas"]["ActionStep"][] | null;
            /** @description Whether it is deleted. False restores it. */
            deleted?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
        };
        /** @description A name for the events that meet one of its steps. */
        NewAction: {
            /**
             * @description The name that people see.
             * @default null
             */
            name?: string | number | null;
            /**
             * @description The meaning of the action, in words.
             * @default
             */
            description?: string | number | null;
            /**
             * @description Words to find it by; each is kept once.
             * @default []
             */
            tags?: (string | number)[] | null;
            /**
             * @description Stored for clients that know it; nothing is posted.
             * @default false
             */
            post_to_slack?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
            /**
             * @description Stored for clients that know it; nothing is posted.
             * @default
             */
            slack_message_format?: string | number | null;
            /**
             * @description An event that meets one of them is an event of the action.
             * @default []
             */
            steps?: components["schemas"]["ActionStep"][] | null;
        };
        /** @description A value that queries name. */
        InsightVariable: {
            /**
             * Format: uuid
             * @description The variable's id.
             */
            id: string;
            /** @description Its name, for people. */
            name: string;
            /**
             * @description The type of its values.
             * @enum {string}
             */
            type: "String" | "Number" | "Boolean" | "List" | "Date";
            /** @description The value where a query gives none. */
            default_value: unknown;
            /** @description The user who made it. */
            created_by: components["schemas"]["UserBasic"] | null;
            /**
             * Format: date-time
             * @description The time at which it was made.
             */
            created_at: string;
            /** @description The name in queries, as `{variables.code_name}`: made of the first name, it stays when the name changes. */
            code_name: string;
            /** @description The choices of a `List`. */
            values: unknown;
        };
        /** @description A change of a variable. Its name in queries stays. */
        InsightVariableChanges: {
            /** @description Its name, for people. */
            name?: string | number;
            /**
             * @description The type of its values.
             * @enum {unknown}
             */
            type?: "String" | "Number" | "Boolean" | "List" | "Date";
            /** @description The value where a query gives none. */
            default_value?: (string | number | boolean) | null;
            /** @description The choices of a `List`. */
            values?: (string | number)[] | null;
        };
        /** @description A value that queries name. */
        NewInsightVariable: {
            /** @description Its name, for people. */
            name: string | number;
            /**
             * @description The type of its values.
             * @enum {unknown}
             */
            type: "String" | "Number" | "Boolean" | "List" | "Date";
            /**
             * @description The value where a query gives none.
             * @default null
             */
            default_value?: (string | number | boolean) | null;
            /**
             * @description The choices of a `List`.
             * @default null
             */
            values?: (string | number)[] | null;
        };
        QuestionAnswer: {
            /**
             * @description Always `message`.
             * @enum {string}
             */
            type: "message";
            /** @description The message. */
            data: {
                /**
                 * @description Always `ai/viz`: a query that answers the question.
                 * @enum {string}
                 */
                type: "ai/viz";
                /** @description The question. */
                query: string;
                /** @description The query, which `POST /query/` runs. */
                answer: {
                    /**
                     * @description The kind of the query.
                     * @enum {string}
                     */
                    kind: "HogQLQuery";
                    /** @description One SELECT that answers the question. */
                    query: string;
                };
            };
        }[];
        AskedQuestion: {
            /** @description The question in English words, in at most 400 characters. */
            query: string;
            /**
             * @description The form of the answer: SQL.
             * @enum {string}
             */
            insight_type?: "sql";
        };
        SqlDraft: {
            /** @description One SELECT that parses and names only what the dialect knows. */
            sql: string;
        };
        QueryAuthCheck: {
            /**
             * @description Always `ok`: a caller who may not is refused.
             * @enum {string}
             */
            user: "ok";
        };
        UpgradedQuery: {
            /** @description The query with every node in the latest version of its kind. */
            query: unknown;
        };
        QueryUpgrade: {
            /** @description A query node of any kind and version, with all nodes in it: sources, series, tiles, lists. */
            query: unknown;
        };
        ProjectSecretApiKey: {
            /** @description The key's id. */
            id: string;
            /** @description The name of the key; up to 40 characters. */
            label: string;
            /** @description The key itself in the answer that issues it, else null. */
            value: string | null;
            /** @description The first and last characters of the key. */
            mask_value: string;
            /** @description The rights of the key: `object:read`, `object:write` or `*`. */
            scopes: string[];
            /**
             * Format: date-time
             * @description The time at which the key was made.
             */
            created_at: string;
            /** @description The time at which the key was last used; null if never. */
            last_used_at: string | null;
            /** @description The time at which the key last got a new value; null if never. */
            last_rolled_at: string | null;
            /** @description The user who made the secret. */
            created_by: components["schemas"]["UserBasic"] | null;
        };
        /** @description The name of a secret, and its rights from now on. */
        ProjectSecretApiKeyChanges: {
            /** @description The purpose of the secret. */
            label?: string | number;
            /** @description The rights of the secret. */
            scopes?: "feature_flag:read"[];
        };
        /** @description A new secret, and what it opens. */
        NewProjectSecretApiKey: {
            /** @description The purpose of the secret. */
            label: string | number;
            /** @description The rights of the secret. */
            scopes: "feature_flag:read"[];
        };
        Project: {
            /** @description The project's id. */
            id: number;
            /** @description The project's uuid. */
            uuid: string;
            /** @description The id of the project's organisation. */
            organization: string;
            /** @description The project's id once more. */
            project_id: number;
            /** @description The project's name. */
            name: string;
            /** @description The project's token (`phc_…`), which SDKs send events with. */
            api_token: string;
            /** @description The project's time zone: a name of the IANA database. */
            timezone: string;
            /** @description The first day of the week: 0 is Sunday, 1 is Monday. */
            week_start_day: number;
            /** @description Conditions that all hold for events of real users: what `filterTestAccounts` keeps. */
            test_account_filters: unknown[];
            /** @description The number of days that events are kept for, by their time; null: for ever. */
            events_retention_days: number | null;
            /** @description The most events that are stored in a calendar month, in UTC; null: any number. */
            events_monthly_quota: number | null;
            /** @description The share of distinct ids whose events are stored, above 0 and at most 1. */
            events_sample_rate: number;
            /** @description The approvals that a change of a feature flag needs; null: none. */
            flag_approvals: {
                /** @description The number of members who must approve, beside the one who asks. */
                approvals: number;
                /** @description A flag with one of these tags is meant; empty or absent: every flag. */
                tags?: string[];
            } | null;
            /** @description The caller's level in the organisation: 1 member, 8 admin, 15 owner; null without one. */
            effective_membership_level: number | null;
            /**
             * Format: date-time
             * @description The time at which the project was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The time at which the project was last changed.
             */
            updated_at: string;
        };
        /** @description The events of a project in the current month. */
        ProjectUsage: {
            /** @description The calendar month, in UTC, as `YYYY-MM`. */
            month: string;
            /**
             * Format: date-time
             * @description When the next month begins.
             */
            resets_at: string;
            /** @description The events that count for the quota: those that arrived this month and were stored while the project had one. Null without a quota: none is counted. */
            events: number | null;
            /** @description The most events that are stored in a month; null: any number. */
            events_monthly_quota: number | null;
            /** @description The events that are left; null without a quota. */
            events_remaining: number | null;
            /** @description Whether further events of this month are dropped. */
            quota_limited: boolean;
            /** @description The share of distinct ids whose events are stored. */
            events_sample_rate: number;
        };
        /** @description A change of a project. */
        ProjectChanges: {
            /** @description The name that people see. */
            name?: string | number;
            /**
             * @description The IANA name of the time zone in which days begin and end.
             * @enum {unknown}
             */
            timezone?: "Africa/Abidjan" | "Africa/Accra" | "Africa/Addis_Ababa" | "Africa/Algiers" | "Africa/Asmara" | "Africa/Asmera" | "Africa/Bamako" | "Africa/Bangui" | "Africa/Banjul" | "Africa/Bissau" | "Africa/Blantyre" | "Africa/Brazzaville" | "Africa/Bujumbura" | "Africa/Cairo" | "Africa/Casablanca" | "Africa/Ceuta" | "Africa/Conakry" | "Africa/Dakar" | "Africa/Dar_es_Salaam" | "Africa/Djibouti" | "Africa/Douala" | "Africa/El_Aaiun" | "Africa/Freetown" | "Africa/Gaborone" | "Africa/Harare" | "Africa/Johannesburg" | "Africa/Juba" | "Africa/Kampala" | "Africa/Khartoum" | "Africa/Kigali" | "Africa/Kinshasa" | "Africa/Lagos" | "Africa/Libreville" | "Africa/Lome" | "Africa/Luanda" | "Africa/Lubumbashi" | "Africa/Lusaka" | "Africa/Malabo" | "Africa/Maputo" | "Africa/Maseru" | "Africa/Mbabane" | "Africa/Mogadishu" | "Africa/Monrovia" | "Africa/Nairobi" | "Africa/Ndjamena" | "Africa/Niamey" | "Africa/Nouakchott" | "Africa/Ouagadougou" | "Africa/Porto-Novo" | "Africa/Sao_Tome" | "Africa/Timbuktu" | "Africa/Tripoli" | "Africa/Tunis" | "Africa/Windhoek" | "America/Adak" | "America/Anchorage" | "America/Anguilla" | "America/Antigua" | "America/Araguaina" | "America/Argentina/Buenos_Aires" | "America/Argentina/Catamarca" | "America/Argentina/ComodRivadavia" | "America/Argentina/Cordoba" | "America/Argentina/Jujuy" | "America/Argentina/La_Rioja" | "America/Argentina/Mendoza" | "America/Argentina/Rio_Gallegos" | "America/Argentina/Salta" | "America/Argentina/San_Juan" | "America/Argentina/San_Luis" | "America/Argentina/Tucuman" | "America/Argentina/Ushuaia" | "America/Aruba" | "America/Asuncion" | "America/Atikokan" | "America/Atka" | "America/Bahia" | "America/Bahia_Banderas" | "America/Barbados" | "America/Belem" | "America/Belize" | "America/Blanc-Sablon" | "America/Boa_Vista" | "America/Bogota" | "America/Boise" | "America/Buenos_Aires" | "America/Cambridge_Bay" | "America/Campo_Grande" | "America/Cancun" | "America/Caracas" | "America/Catamarca" | "America/Cayenne" | "America/Cayman" | "America/Chicago" | "America/Chihuahua" | "America/Ciudad_Juarez" | "America/Coral_Harbour" | "America/Cordoba" | "America/Costa_Rica" | "America/Coyhaique" | "America/Creston" | "America/Cuiaba" | "America/Curacao" | "America/Danmarkshavn" | "America/Dawson" | "America/Dawson_Creek" | "America/Denver" | "America/Detroit" | "America/Dominica" | "America/Edmonton" | "America/Eirunepe" | "America/El_Salvador" | "America/Ensenada" | "America/Fort_Nelson" | "America/Fort_Wayne" | "America/Fortaleza" | "America/Glace_Bay" | "America/Godthab" | "America/Goose_Bay" | "America/Grand_Turk" | "America/Grenada" | "America/Guadeloupe" | "America/Guatemala" | "America/Guayaquil" | "America/Guyana" | "America/Halifax" | "America/Havana" | "America/Hermosillo" | "America/Indiana/Indianapolis" | "America/Indiana/Knox" | "America/Indiana/Marengo" | "America/Indiana/Petersburg" | "America/Indiana/Tell_City" | "America/Indiana/Vevay" | "America/Indiana/Vincennes" | "America/Indiana/Winamac" | "America/Indianapolis" | "America/Inuvik" | "America/Iqaluit" | "America/Jamaica" | "America/Jujuy" | "America/Juneau" | "America/Kentucky/Louisville" | "America/Kentucky/Monticello" | "America/Knox_IN" | "America/Kralendijk" | "America/La_Paz" | "America/Lima" | "America/Los_Angeles" | "America/Louisville" | "America/Lower_Princes" | "America/Maceio" | "America/Managua" | "America/Manaus" | "America/Marigot" | "America/Martinique" | "America/Matamoros" | "America/Mazatlan" | "America/Mendoza" | "America/Menominee" | "America/Merida" | "America/Metlakatla" | "America/Mexico_City" | "America/Miquelon" | "America/Moncton" | "America/Monterrey" | "America/Montevideo" | "America/Montreal" | "America/Montserrat" | "America/Nassau" | "America/New_York" | "America/Nipigon" | "America/Nome" | "America/Noronha" | "America/North_Dakota/Beulah" | "America/North_Dakota/Center" | "America/North_Dakota/New_Salem" | "America/Nuuk" | "America/Ojinaga" | "America/Panama" | "America/Pangnirtung" | "America/Paramaribo" | "America/Phoenix" | "America/Port-au-Prince" | "America/Port_of_Spain" | "America/Porto_Acre" | "America/Porto_Velho" | "America/Puerto_Rico" | "America/Punta_Arenas" | "America/Rainy_River" | "America/Rankin_Inlet" | "America/Recife" | "America/Regina" | "America/Resolute" | "America/Rio_Branco" | "America/Rosario" | "America/Santa_Isabel" | "America/Santarem" | "America/Santiago" | "America/Santo_Domingo" | "America/Sao_Paulo" | "America/Scoresbysund" | "America/Shiprock" | "America/Sitka" | "America/St_Barthelemy" | "America/St_Johns" | "America/St_Kitts" | "America/St_Lucia" | "America/St_Thomas" | "America/St_Vincent" | "America/Swift_Current" | "America/Tegucigalpa" | "America/Thule" | "America/Thunder_Bay" | "America/Tijuana" | "America/Toronto" | "America/Tortola" | "America/Vancouver" | "America/Virgin" | "America/Whitehorse" | "America/Winnipeg" | "America/Yakutat" | "America/Yellowknife" | "Antarctica/Casey" | "Antarctica/Davis" | "Antarctica/DumontDUrville" | "Antarctica/Macquarie" | "Antarctica/Mawson" | "Antarctica/McMurdo" | "Antarctica/Palmer" | "Antarctica/Rothera" | "Antarctica/South_Pole" | "Antarctica/Syowa" | "Antarctica/Troll" | "Antarctica/Vostok" | "Arctic/Longyearbyen" | "Asia/Aden" | "Asia/Almaty" | "Asia/Amman" | "Asia/Anadyr" | "Asia/Aqtau" | "Asia/Aqtobe" | "Asia/Ashgabat" | "Asia/Ashkhabad" | "Asia/Atyrau" | "Asia/Baghdad" | "Asia/Bahrain" | "Asia/Baku" | "Asia/Bangkok" | "Asia/Barnaul" | "Asia/Beirut" | "Asia/Bishkek" | "Asia/Brunei" | "Asia/Calcutta" | "Asia/Chita" | "Asia/Choibalsan" | "Asia/Chongqing" | "Asia/Chungking" | "Asia/Colombo" | "Asia/Dacca" | "Asia/Damascus" | "Asia/Dhaka" | "Asia/Dili" | "Asia/Dubai" | "Asia/Dushanbe" | "Asia/Famagusta" | "Asia/Gaza" | "Asia/Harbin" | "Asia/Hebron" | "Asia/Ho_Chi_Minh" | "Asia/Hong_Kong" | "Asia/Hovd" | "Asia/Irkutsk" | "Asia/Istanbul" | "Asia/Jakarta" | "Asia/Jayapura" | "Asia/Jerusalem" | "Asia/Kabul" | "Asia/Kamchatka" | "Asia/Karachi" | "Asia/Kashgar" | "Asia/Kathmandu" | "Asia/Katmandu" | "Asia/Khandyga" | "Asia/Kolkata" | "Asia/Krasnoyarsk" | "Asia/Kuala_Lumpur" | "Asia/Kuching" | "Asia/Kuwait" | "Asia/Macao" | "Asia/Macau" | "Asia/Magadan" | "Asia/Makassar" | "Asia/Manila" | "Asia/Muscat" | "Asia/Nicosia" | "Asia/Novokuznetsk" | "Asia/Novosibirsk" | "Asia/Omsk" | "Asia/Oral" | "Asia/Phnom_Penh" | "Asia/Pontianak" | "Asia/Pyongyang" | "Asia/Qatar" | "Asia/Qostanay" | "Asia/Qyzylorda" | "Asia/Rangoon" | "Asia/Riyadh" | "Asia/Saigon" | "Asia/Sakhalin" | "Asia/Samarkand" | "Asia/Seoul" | "Asia/Shanghai" | "Asia/Singapore" | "Asia/Srednekolymsk" | "Asia/Taipei" | "Asia/Tashkent" | "Asia/Tbilisi" | "Asia/Tehran" | "Asia/Tel_Aviv" | "Asia/Thimbu" | "Asia/Thimphu" | "Asia/Tokyo" | "Asia/Tomsk" | "Asia/Ujung_Pandang" | "Asia/Ulaanbaatar" | "Asia/Ulan_Bator" | "Asia/Urumqi" | "Asia/Ust-Nera" | "Asia/Vientiane" | "Asia/Vladivostok" | "Asia/Yakutsk" | "Asia/Yangon" | "Asia/Yekaterinburg" | "Asia/Yerevan" | "Atlantic/Azores" | "Atlantic/Bermuda" | "Atlantic/Canary" | "Atlantic/Cape_Verde" | "Atlantic/Faeroe" | "Atlantic/Faroe" | "Atlantic/Jan_Mayen" | "Atlantic/Madeira" | "Atlantic/Reykjavik" | "Atlantic/South_Georgia" | "Atlantic/St_Helena" | "Atlantic/Stanley" | "Australia/ACT" | "Australia/Adelaide" | "Australia/Brisbane" | "Australia/Broken_Hill" | "Australia/Canberra" | "Australia/Currie" | "Australia/Darwin" | "Australia/Eucla" | "Australia/Hobart" | "Australia/LHI" | "Australia/Lindeman" | "Australia/Lord_Howe" | "Australia/Melbourne" | "Australia/NSW" | "Australia/North" | "Australia/Perth" | "Australia/Queensland" | "Australia/South" | "Australia/Sydney" | "Australia/Tasmania" | "Australia/Victoria" | "Australia/West" | "Australia/Yancowinna" | "Brazil/Acre" | "Brazil/DeNoronha" | "Brazil/East" | "Brazil/West" | "CET" | "CST6CDT" | "Cuba" | "EET" | "EST" | "EST5EDT" | "Egypt" | "Eire" | "GB" | "GB-Eire" | "GMT" | "GMT+0" | "GMT-0" | "GMT0" | "Greenwich" | "HST" | "Hongkong" | "Iceland" | "Iran" | "Israel" | "Jamaica" | "Japan" | "Kwajalein" | "Libya" | "MET" | "MST" | "MST7MDT" | "NZ" | "NZ-CHAT" | "Navajo" | "PRC" | "PST8PDT" | "Poland" | "Portugal" | "ROC" | "ROK" | "Singapore" | "Turkey" | "UCT" | "UTC" | "Universal" | "W-SU" | "WET" | "Zulu" | "Canada/Atlantic" | "Canada/Central" | "Canada/Eastern" | "Canada/Mountain" | "Canada/Newfoundland" | "Canada/Pacific" | "Canada/Saskatchewan" | "Canada/Yukon" | "Chile/Continental" | "Chile/EasterIsland" | "Etc/GMT" | "Etc/GMT+0" | "Etc/GMT+1" | "Etc/GMT+10" | "Etc/GMT+11" | "Etc/GMT+12" | "Etc/GMT+2" | "Etc/GMT+3" | "Etc/GMT+4" | "Etc/GMT+5" | "Etc/GMT+6" | "Etc/GMT+7" | "Etc/GMT+8" | "Etc/GMT+9" | "Etc/GMT-0" | "Etc/GMT-1" | "Etc/GMT-10" | "Etc/GMT-11" | "Etc/GMT-12" | "Etc/GMT-13" | "Etc/GMT-14" | "Etc/GMT-2" | "Etc/GMT-3" | "Etc/GMT-4" | "Etc/GMT-5" | "Etc/GMT-6" | "Etc/GMT-7" | "Etc/GMT-8" | "Etc/GMT-9" | "Etc/GMT0" | "Etc/Greenwich" | "Etc/UCT" | "Etc/UTC" | "Etc/Universal" | "Etc/Zulu" | "Europe/Amsterdam" | "Europe/Andorra" | "Europe/Astrakhan" | "Europe/Athens" | "Europe/Belfast" | "Europe/Belgrade" | "Europe/Berlin" | "Europe/Bratislava" | "Europe/Brussels" | "Europe/Bucharest" | "Europe/Budapest" | "Europe/Busingen" | "Europe/Chisinau" | "Europe/Copenhagen" | "Europe/Dublin" | "Europe/Gibraltar" | "Europe/Guernsey" | "Europe/Helsinki" | "Europe/Isle_of_Man" | "Europe/Istanbul" | "Europe/Jersey" | "Europe/Kaliningrad" | "Europe/Kiev" | "Europe/Kirov" | "Europe/Kyiv" | "Europe/Lisbon" | "Europe/Ljubljana" | "Europe/London" | "Europe/Luxembourg" | "Europe/Madrid" | "Europe/Malta" | "Europe/Mariehamn" | "Europe/Minsk" | "Europe/Monaco" | "Europe/Moscow" | "Europe/Nicosia" | "Europe/Oslo" | "Europe/Paris" | "Europe/Podgorica" | "Europe/Prague" | "Europe/Riga" | "Europe/Rome" | "Europe/Samara" | "Europe/San_Marino" | "Europe/Sarajevo" | "Europe/Saratov" | "Europe/Simferopol" | "Europe/Skopje" | "Europe/Sofia" | "Europe/Stockholm" | "Europe/Tallinn" | "Europe/Tirane" | "Europe/Tiraspol" | "Europe/Ulyanovsk" | "Europe/Uzhgorod" | "Europe/Vaduz" | "Europe/Vatican" | "Europe/Vienna" | "Europe/Vilnius" | "Europe/Volgograd" | "Europe/Warsaw" | "Europe/Zagreb" | "Europe/Zaporozhye" | "Europe/Zurich" | "Indian/Antananarivo" | "Indian/Chagos" | "Indian/Christmas" | "Indian/Cocos" | "Indian/Comoro" | "Indian/Kerguelen" | "Indian/Mahe" | "Indian/Maldives" | "Indian/Mauritius" | "Indian/Mayotte" | "Indian/Reunion" | "Mexico/BajaNorte" | "Mexico/BajaSur" | "Mexico/General" | "Pacific/Apia" | "Pacific/Auckland" | "Pacific/Bougainville" | "Pacific/Chatham" | "Pacific/Chuuk" | "Pacific/Easter" | "Pacific/Efate" | "Pacific/Enderbury" | "Pacific/Fakaofo" | "Pacific/Fiji" | "Pacific/Funafuti" | "Pacific/Galapagos" | "Pacific/Gambier" | "Pacific/Guadalcanal" | "Pacific/Guam" | "Pacific/Honolulu" | "Pacific/Johnston" | "Pacific/Kanton" | "Pacific/Kiritimati" | "Pacific/Kosrae" | "Pacific/Kwajalein" | "Pacific/Majuro" | "Pacific/Marquesas" | "Pacific/Midway" | "Pacific/Nauru" | "Pacific/Niue" | "Pacific/Norfolk" | "Pacific/Noumea" | "Pacific/Pago_Pago" | "Pacific/Palau" | "Pacific/Pitcairn" | "Pacific/Pohnpei" | "Pacific/Ponape" | "Pacific/Port_Moresby" | "Pacific/Rarotonga" | "Pacific/Saipan" | "Pacific/Samoa" | "Pacific/Tahiti" | "Pacific/Tarawa" | "Pacific/Tongatapu" | "Pacific/Truk" | "Pacific/Wake" | "Pacific/Wallis" | "Pacific/Yap" | "US/Alaska" | "US/Aleutian" | "US/Arizona" | "US/Central" | "US/East-Indiana" | "US/Eastern" | "US/Hawaii" | "US/Indiana-Starke" | "US/Michigan" | "US/Mountain" | "US/Pacific" | "US/Samoa";
            /**
             * @description 0: weeks begin on Sunday. 1: on Monday.
             * @enum {unknown}
             */
            week_start_day?: 0 | 1 | "0" | "1";
            /** @description Conditions that all hold for events of real users: what `filterTestAccounts` keeps. */
            test_account_filters?: components["schemas"]["PropertyFilter"][];
            /** @description The number of days that events are kept for, by their time. Older ones are hidden at once, and removed a day later at the earliest. null: for ever. For managers. */
            events_retention_days?: number | string | null;
            /** @description The most events that are stored in a calendar month (UTC); later ones of that month are dropped, and the answer to them says so in `quota_limited`. null: any number. For managers. */
            events_monthly_quota?: number | string | null;
            /** @description The share of distinct ids whose events are stored: 0.1 keeps all events of one user in ten, and none of the others. For managers. */
            events_sample_rate?: number;
            /** @description The approvals of other members that a change of a feature flag needs: their number, and the tags of the flags that are meant; without tags, all. null: none. For managers. */
            flag_approvals?: {
                /** @description The number of members who must approve a change, beside the one who asks for it. */
                approvals: number;
                /** @description A flag with one of these tags, before or after the change, is meant. Empty or absent: every flag. */
                tags?: string[];
            } | null;
        };
        /** @description A new project. Nothing needs to be said of it. */
        NewProject: {
            /**
             * @description The name that people see.
             * @default Default project
             */
            name?: string | number;
            /**
             * @description The IANA name of the time zone in which days begin and end.
             * @default UTC
             * @enum {unknown}
             */
            timezone?: "Africa/Abidjan" | "Africa/Accra" | "Africa/Addis_Ababa" | "Africa/Algiers" | "Africa/Asmara" | "Africa/Asmera" | "Africa/Bamako" | "Africa/Bangui" | "Africa/Banjul" | "Africa/Bissau" | "Africa/Blantyre" | "Africa/Brazzaville" | "Africa/Bujumbura" | "Africa/Cairo" | "Africa/Casablanca" | "Africa/Ceuta" | "Africa/Conakry" | "Africa/Dakar" | "Africa/Dar_es_Salaam" | "Africa/Djibouti" | "Africa/Douala" | "Africa/El_Aaiun" | "Africa/Freetown" | "Africa/Gaborone" | "Africa/Harare" | "Africa/Johannesburg" | "Africa/Juba" | "Africa/Kampala" | "Africa/Khartoum" | "Africa/Kigali" | "Africa/Kinshasa" | "Africa/Lagos" | "Africa/Libreville" | "Africa/Lome" | "Africa/Luanda" | "Africa/Lubumbashi" | "Africa/Lusaka" | "Africa/Malabo" | "Africa/Maputo" | "Africa/Maseru" | "Africa/Mbabane" | "Africa/Mogadishu" | "Africa/Monrovia" | "Africa/Nairobi" | "Africa/Ndjamena" | "Africa/Niamey" | "Africa/Nouakchott" | "Africa/Ouagadougou" | "Africa/Porto-Novo" | "Africa/Sao_Tome" | "Africa/Timbuktu" | "Africa/Tripoli" | "Africa/Tunis" | "Africa/Windhoek" | "America/Adak" | "America/Anchorage" | "America/Anguilla" | "America/Antigua" | "America/Araguaina" | "America/Argentina/Buenos_Aires" | "America/Argentina/Catamarca" | "America/Argentina/ComodRivadavia" | "America/Argentina/Cordoba" | "America/Argentina/Jujuy" | "America/Argentina/La_Rioja" | "America/Argentina/Mendoza" | "America/Argentina/Rio_Gallegos" | "America/Argentina/Salta" | "America/Argentina/San_Juan" | "America/Argentina/San_Luis" | "America/Argentina/Tucuman" | "America/Argentina/Ushuaia" | "America/Aruba" | "America/Asuncion" | "America/Atikokan" | "America/Atka" | "America/Bahia" | "America/Bahia_Banderas" | "America/Barbados" | "America/Belem" | "America/Belize" | "America/Blanc-Sablon" | "America/Boa_Vista" | "America/Bogota" | "America/Boise" | "America/Buenos_Aires" | "America/Cambridge_Bay" | "America/Campo_Grande" | "America/Cancun" | "America/Caracas" | "America/Catamarca" | "America/Cayenne" | "America/Cayman" | "America/Chicago" | "America/Chihuahua" | "America/Ciudad_Juarez" | "America/Coral_Harbour" | "America/Cordoba" | "America/Costa_Rica" | "America/Coyhaique" | "America/Creston" | "America/Cuiaba" | "America/Curacao" | "America/Danmarkshavn" | "America/Dawson" | "America/Dawson_Creek" | "America/Denver" | "America/Detroit" | "America/Dominica" | "America/Edmonton" | "America/Eirunepe" | "America/El_Salvador" | "America/Ensenada" | "America/Fort_Nelson" | "America/Fort_Wayne" | "America/Fortaleza" | "America/Glace_Bay" | "America/Godthab" | "America/Goose_Bay" | "America/Grand_Turk" | "America/Grenada" | "America/Guadeloupe" | "America/Guatemala" | "America/Guayaquil" | "America/Guyana" | "America/Halifax" | "America/Havana" | "America/Hermosillo" | "America/Indiana/Indianapolis" | "America/Indiana/Knox" | "America/Indiana/Marengo" | "America/Indiana/Petersburg" | "America/Indiana/Tell_City" | "America/Indiana/Vevay" | "America/Indiana/Vincennes" | "America/Indiana/Winamac" | "America/Indianapolis" | "America/Inuvik" | "America/Iqaluit" | "America/Jamaica" | "America/Jujuy" | "America/Juneau" | "America/Kentucky/Louisville" | "America/Kentucky/Monticello" | "America/Knox_IN" | "America/Kralendijk" | "America/La_Paz" | "America/Lima" | "America/Los_Angeles" | "America/Louisville" | "America/Lower_Princes" | "America/Maceio" | "America/Managua" | "America/Manaus" | "America/Marigot" | "America/Martinique" | "America/Matamoros" | "America/Mazatlan" | "America/Mendoza" | "America/Menominee" | "America/Merida" | "America/Metlakatla" | "America/Mexico_City" | "America/Miquelon" | "America/Moncton" | "America/Monterrey" | "America/Montevideo" | "America/Montreal" | "America/Montserrat" | "America/Nassau" | "America/New_York" | "America/Nipigon" | "America/Nome" | "America/Noronha" | "America/North_Dakota/Beulah" | "America/North_Dakota/Center" | "America/North_Dakota/New_Salem" | "America/Nuuk" | "America/Ojinaga" | "America/Panama" | "America/Pangnirtung" | "America/Paramaribo" | "America/Phoenix" | "America/Port-au-Prince" | "America/Port_of_Spain" | "America/Porto_Acre" | "America/Porto_Velho" | "America/Puerto_Rico" | "America/Punta_Arenas" | "America/Rainy_River" | "America/Rankin_Inlet" | "America/Recife" | "America/Regina" | "America/Resolute" | "America/Rio_Branco" | "America/Rosario" | "America/Santa_Isabel" | "America/Santarem" | "America/Santiago" | "America/Santo_Domingo" | "America/Sao_Paulo" | "America/Scoresbysund" | "America/Shiprock" | "America/Sitka" | "America/St_Barthelemy" | "America/St_Johns" | "America/St_Kitts" | "America/St_Lucia" | "America/St_Thomas" | "America/St_Vincent" | "America/Swift_Current" | "America/Tegucigalpa" | "America/Thule" | "America/Thunder_Bay" | "America/Tijuana" | "America/Toronto" | "America/Tortola" | "America/Vancouver" | "America/Virgin" | "America/Whitehorse" | "America/Winnipeg" | "America/Yakutat" | "America/Yellowknife" | "Antarctica/Casey" | "Antarctica/Davis" | "Antarctica/DumontDUrville" | "Antarctica/Macquarie" | "Antarctica/Mawson" | "Antarctica/McMurdo" | "Antarctica/Palmer" | "Antarctica/Rothera" | "Antarctica/South_Pole" | "Antarctica/Syowa" | "Antarctica/Troll" | "Antarctica/Vostok" | "Arctic/Longyearbyen" | "Asia/Aden" | "Asia/Almaty" | "Asia/Amman" | "Asia/Anadyr" | "Asia/Aqtau" | "Asia/Aqtobe" | "Asia/Ashgabat" | "Asia/Ashkhabad" | "Asia/Atyrau" | "Asia/Baghdad" | "Asia/Bahrain" | "Asia/Baku" | "Asia/Bangkok" | "Asia/Barnaul" | "Asia/Beirut" | "Asia/Bishkek" | "Asia/Brunei" | "Asia/Calcutta" | "Asia/Chita" | "Asia/Choibalsan" | "Asia/Chongqing" | "Asia/Chungking" | "Asia/Colombo" | "Asia/Dacca" | "Asia/Damascus" | "Asia/Dhaka" | "Asia/Dili" | "Asia/Dubai" | "Asia/Dushanbe" | "Asia/Famagusta" | "Asia/Gaza" | "Asia/Harbin" | "Asia/Hebron" | "Asia/Ho_Chi_Minh" | "Asia/Hong_Kong" | "Asia/Hovd" | "Asia/Irkutsk" | "Asia/Istanbul" | "Asia/Jakarta" | "Asia/Jayapura" | "Asia/Jerusalem" | "Asia/Kabul" | "Asia/Kamchatka" | "Asia/Karachi" | "Asia/Kashgar" | "Asia/Kathmandu" | "Asia/Katmandu" | "Asia/Khandyga" | "Asia/Kolkata" | "Asia/Krasnoyarsk" | "Asia/Kuala_Lumpur" | "Asia/Kuching" | "Asia/Kuwait" | "Asia/Macao" | "Asia/Macau" | "Asia/Magadan" | "Asia/Makassar" | "Asia/Manila" | "Asia/Muscat" | "Asia/Nicosia" | "Asia/Novokuznetsk" | "Asia/Novosibirsk" | "Asia/Omsk" | "Asia/Oral" | "Asia/Phnom_Penh" | "Asia/Pontianak" | "Asia/Pyongyang" | "Asia/Qatar" | "Asia/Qostanay" | "Asia/Qyzylorda" | "Asia/Rangoon" | "Asia/Riyadh" | "Asia/Saigon" | "Asia/Sakhalin" | "Asia/Samarkand" | "Asia/Seoul" | "Asia/Shanghai" | "Asia/Singapore" | "Asia/Srednekolymsk" | "Asia/Taipei" | "Asia/Tashkent" | "Asia/Tbilisi" | "Asia/Tehran" | "Asia/Tel_Aviv" | "Asia/Thimbu" | "Asia/Thimphu" | "Asia/Tokyo" | "Asia/Tomsk" | "Asia/Ujung_Pandang" | "Asia/Ulaanbaatar" | "Asia/Ulan_Bator" | "Asia/Urumqi" | "Asia/Ust-Nera" | "Asia/Vientiane" | "Asia/Vladivostok" | "Asia/Yakutsk" | "Asia/Yangon" | "Asia/Yekaterinburg" | "Asia/Yerevan" | "Atlantic/Azores" | "Atlantic/Bermuda" | "Atlantic/Canary" | "Atlantic/Cape_Verde" | "Atlantic/Faeroe" | "Atlantic/Faroe" | "Atlantic/Jan_Mayen" | "Atlantic/Madeira" | "Atlantic/Reykjavik" | "Atlantic/South_Georgia" | "Atlantic/St_Helena" | "Atlantic/Stanley" | "Australia/ACT" | "Australia/Adelaide" | "Australia/Brisbane" | "Australia/Broken_Hill" | "Australia/Canberra" | "Australia/Currie" | "Australia/Darwin" | "Australia/Eucla" | "Australia/Hobart" | "Australia/LHI" | "Australia/Lindeman" | "Australia/Lord_Howe" | "Australia/Melbourne" | "Australia/NSW" | "Australia/North" | "Australia/Perth" | "Australia/Queensland" | "Australia/South" | "Australia/Sydney" | "Australia/Tasmania" | "Australia/Victoria" | "Australia/West" | "Australia/Yancowinna" | "Brazil/Acre" | "Brazil/DeNoronha" | "Brazil/East" | "Brazil/West" | "CET" | "CST6CDT" | "Cuba" | "EET" | "EST" | "EST5EDT" | "Egypt" | "Eire" | "GB" | "GB-Eire" | "GMT" | "GMT+0" | "GMT-0" | "GMT0" | "Greenwich" | "HST" | "Hongkong" | "Iceland" | "Iran" | "Israel" | "Jamaica" | "Japan" | "Kwajalein" | "Libya" | "MET" | "MST" | "MST7MDT" | "NZ" | "NZ-CHAT" | "Navajo" | "PRC" | "PST8PDT" | "Poland" | "Portugal" | "ROC" | "ROK" | "Singapore" | "Turkey" | "UCT" | "UTC" | "Universal" | "W-SU" | "WET" | "Zulu" | "Canada/Atlantic" | "Canada/Central" | "Canada/Eastern" | "Canada/Mountain" | "Canada/Newfoundland" | "Canada/Pacific" | "Canada/Saskatchewan" | "Canada/Yukon" | "Chile/Continental" | "Chile/EasterIsland" | "Etc/GMT" | "Etc/GMT+0" | "Etc/GMT+1" | "Etc/GMT+10" | "Etc/GMT+11" | "Etc/GMT+12" | "Etc/GMT+2" | "Etc/GMT+3" | "Etc/GMT+4" | "Etc/GMT+5" | "Etc/GMT+6" | "Etc/GMT+7" | "Etc/GMT+8" | "Etc/GMT+9" | "Etc/GMT-0" | "Etc/GMT-1" | "Etc/GMT-10" | "Etc/GMT-11" | "Etc/GMT-12" | "Etc/GMT-13" | "Etc/GMT-14" | "Etc/GMT-2" | "Etc/GMT-3" | "Etc/GMT-4" | "Etc/GMT-5" | "Etc/GMT-6" | "Etc/GMT-7" | "Etc/GMT-8" | "Etc/GMT-9" | "Etc/GMT0" | "Etc/Greenwich" | "Etc/UCT" | "Etc/UTC" | "Etc/Universal" | "Etc/Zulu" | "Europe/Amsterdam" | "Europe/Andorra" | "Europe/Astrakhan" | "Europe/Athens" | "Europe/Belfast" | "Europe/Belgrade" | "Europe/Berlin" | "Europe/Bratislava" | "Europe/Brussels" | "Europe/Bucharest" | "Europe/Budapest" | "Europe/Busingen" | "Europe/Chisinau" | "Europe/Copenhagen" | "Europe/Dublin" | "Europe/Gibraltar" | "Europe/Guernsey" | "Europe/Helsinki" | "Europe/Isle_of_Man" | "Europe/Istanbul" | "Europe/Jersey" | "Europe/Kaliningrad" | "Europe/Kiev" | "Europe/Kirov" | "Europe/Kyiv" | "Europe/Lisbon" | "Europe/Ljubljana" | "Europe/London" | "Europe/Luxembourg" | "Europe/Madrid" | "Europe/Malta" | "Europe/Mariehamn" | "Europe/Minsk" | "Europe/Monaco" | "Europe/Moscow" | "Europe/Nicosia" | "Europe/Oslo" | "Europe/Paris" | "Europe/Podgorica" | "Europe/Prague" | "Europe/Riga" | "Europe/Rome" | "Europe/Samara" | "Europe/San_Marino" | "Europe/Sarajevo" | "Europe/Saratov" | "Europe/Simferopol" | "Europe/Skopje" | "Europe/Sofia" | "Europe/Stockholm" | "Europe/Tallinn" | "Europe/Tirane" | "Europe/Tiraspol" | "Europe/Ulyanovsk" | "Europe/Uzhgorod" | "Europe/Vaduz" | "Europe/Vatican" | "Europe/Vienna" | "Europe/Vilnius" | "Europe/Volgograd" | "Europe/Warsaw" | "Europe/Zagreb" | "Europe/Zaporozhye" | "Europe/Zurich" | "Indian/Antananarivo" | "Indian/Chagos" | "Indian/Christmas" | "Indian/Cocos" | "Indian/Comoro" | "Indian/Kerguelen" | "Indian/Mahe" | "Indian/Maldives" | "Indian/Mauritius" | "Indian/Mayotte" | "Indian/Reunion" | "Mexico/BajaNorte" | "Mexico/BajaSur" | "Mexico/General" | "Pacific/Apia" | "Pacific/Auckland" | "Pacific/Bougainville" | "Pacific/Chatham" | "Pacific/Chuuk" | "Pacific/Easter" | "Pacific/Efate" | "Pacific/Enderbury" | "Pacific/Fakaofo" | "Pacific/Fiji" | "Pacific/Funafuti" | "Pacific/Galapagos" | "Pacific/Gambier" | "Pacific/Guadalcanal" | "Pacific/Guam" | "Pacific/Honolulu" | "Pacific/Johnston" | "Pacific/Kanton" | "Pacific/Kiritimati" | "Pacific/Kosrae" | "Pacific/Kwajalein" | "Pacific/Majuro" | "Pacific/Marquesas" | "Pacific/Midway" | "Pacific/Nauru" | "Pacific/Niue" | "Pacific/Norfolk" | "Pacific/Noumea" | "Pacific/Pago_Pago" | "Pacific/Palau" | "Pacific/Pitcairn" | "Pacific/Pohnpei" | "Pacific/Ponape" | "Pacific/Port_Moresby" | "Pacific/Rarotonga" | "Pacific/Saipan" | "Pacific/Samoa" | "Pacific/Tahiti" | "Pacific/Tarawa" | "Pacific/Tongatapu" | "Pacific/Truk" | "Pacific/Wake" | "Pacific/Wallis" | "Pacific/Yap" | "US/Alaska" | "US/Aleutian" | "US/Arizona" | "US/Central" | "US/East-Indiana" | "US/Eastern" | "US/Hawaii" | "US/Indiana-Starke" | "US/Michigan" | "US/Mountain" | "US/Pacific" | "US/Samoa";
            /**
             * @description 0: weeks begin on Sunday. 1: on Monday.
             * @default 0
             * @enum {unknown}
             */
            week_start_day?: 0 | 1 | "0" | "1";
            /**
             * @description Conditions that all hold for events of real users: what `filterTestAccounts` keeps.
             * @default []
             */
            test_account_filters?: components["schemas"]["PropertyFilter"][];
            /**
             * @description The number of days that events are kept for, by their time. Older ones are hidden at once, and removed a day later at the earliest. null: for ever. For managers.
             * @default null
             */
            events_retention_days?: number | string | null;
            /**
             * @description The most events that are stored in a calendar month (UTC); later ones of that month are dropped, and the answer to them says so in `quota_limited`. null: any number. For managers.
             * @default null
             */
            events_monthly_quota?: number | string | null;
            /**
             * @description The share of distinct ids whose events are stored: 0.1 keeps all events of one user in ten, and none of the others. For managers.
             * @default 1
             */
            events_sample_rate?: number;
            /**
             * @description The approvals of other members that a change of a feature flag needs: their number, and the tags of the flags that are meant; without tags, all. null: none. For managers.
             * @default null
             */
            flag_approvals?: {
                /** @description The number of members who must approve a change, beside the one who asks for it. */
                approvals: number;
                /** @description A flag with one of these tags, before or after the change, is meant. Empty or absent: every flag. */
                tags?: string[];
            } | null;
        };
        OrganizationMember: {
            /** @description The membership's id. */
            id: string;
            /** @description The user. */
            user: components["schemas"]["UserBasic"];
            /** @description The level: 1 member, 8 admin, 15 owner. */
            level: number;
            /**
             * Format: date-time
             * @description The time at which the user joined.
             */
            joined_at: string;
            /**
             * Format: date-time
             * @description The time at which the membership was last changed.
             */
            updated_at: string;
        };
        /** @description The level of a member from now on. */
        OrganizationMemberChanges: {
            /**
             * @description 1 is a member, 8 an admin, 15 an owner.
             * @enum {unknown}
             */
            level: 1 | 8 | 15 | "1" | "8" | "15";
        };
        /** @description A user of the installation who becomes a member, by their email address. */
        NewOrganizationMember: {
            /** @description The email address of a user of the installation. */
            email: string | number;
            /**
             * @description 1 is a member, 8 an admin, 15 an owner.
             * @default 1
             * @enum {unknown}
             */
            level?: 1 | 8 | 15 | "1" | "8" | "15";
        };
        Organization: {
            /** @description The organisation's id. */
            id: string;
            /** @description The organisation's name. */
            name: string;
            /** @description The organisation's name in URLs; it stays when the name changes. */
            slug: string;
            /** @description The caller's level: 1 member, 8 admin, 15 owner; null without one. */
            membership_level: number | null;
            /** @description The projects that the caller reaches in the organisation. */
            projects: components["schemas"]["Project"][];
            /** @description `projects` by its older name. */
            teams: components["schemas"]["Project"][];
            /**
             * Format: date-time
             * @description The time at which the organisation was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The time at which the organisation was last changed.
             */
            updated_at: string;
        };
        /** @description A change of an organization. */
        OrganizationChanges: {
            /** @description The name that people see. */
            name?: string | number;
        };
        /** @description A new organization, which the caller owns. */
        NewOrganization: {
            /** @description The name that people see. */
            name: string | number;
        };
        PersonalApiKey: {
            /** @description The key's id. */
            id: string;
            /** @description The name of the key; up to 40 characters. */
            label: string;
            /** @description The key itself in the answer that issues it, else null. */
            value: string | null;
            /** @description The first and last characters of the key. */
            mask_value: string;
            /** @description The number of the user whom the key belongs to. */
            user_id: number;
            /** @description The rights of the key: `object:read`, `object:write` or `*`. */
            scopes: string[];
            /** @description The projects that the key is bound to; empty for all. */
            scoped_teams: number[];
            /** @description The organisations that the key is bound to; empty for all. */
            scoped_organizations: string[];
            /**
             * Format: date-time
             * @description The time at which the key was made.
             */
            created_at: string;
            /** @description The time at which the key was last used; null if never. */
            last_used_at: string | null;
            /** @description The time at which the key last got a new value; null if never. */
            last_rolled_at: string | null;
        };
        /** @description The rights of a key from now on. */
        PersonalApiKeyChanges: {
            /** @description The purpose of the key. */
            label?: string | number;
            /** @description The rights of the key; `*` is everything. */
            scopes?: ("*" | "action:read" | "action:write" | "activity_log:read" | "activity_log:write" | "alert:read" | "alert:write" | "cohort:read" | "cohort:write" | "dashboard:read" | "dashboard:write" | "data_deletion:read" | "data_deletion:write" | "event_definition:read" | "event_definition:write" | "experiment:read" | "experiment:write" | "experiment_saved_metric:read" | "experiment_saved_metric:write" | "export:read" | "export:write" | "feature_flag:read" | "feature_flag:write" | "group:read" | "group:write" | "insight:read" | "insight:write" | "insight_variable:read" | "insight_variable:write" | "organization:read" | "organization:write" | "organization_member:read" | "organization_member:write" | "person:read" | "person:write" | "project:read" | "project:write" | "property_definition:read" | "property_definition:write" | "query:read" | "query:write" | "sharing_configuration:read" | "sharing_configuration:write" | "subscription:read" | "subscription:write" | "survey:read" | "survey:write" | "user:read" | "user:write" | "webhook:read" | "webhook:write" | "access_control:read" | "access_control:write" | "annotation:read" | "annotation:write" | "batch_export:read" | "batch_export:write" | "comment:read" | "comment:write" | "dashboard_template:read" | "dashboard_template:write" | "dataset:read" | "dataset:write" | "early_access_feature:read" | "early_access_feature:write" | "element:read" | "element:write" | "endpoint:read" | "endpoint:write" | "error_tracking:read" | "error_tracking:write" | "evaluation:read" | "evaluation:write" | "event:read" | "event:write" | "external_data_source:read" | "external_data_source:write" | "file_system:read" | "file_system:write" | "file_system_shortcut:read" | "file_system_shortcut:write" | "hog_flow:read" | "hog_flow:write" | "hog_function:read" | "hog_function:write" | "integration:read" | "integration:write" | "link:read" | "link:write" | "llm_analytics:read" | "llm_analytics:write" | "llm_prompt:read" | "llm_prompt:write" | "logs:read" | "logs:write" | "notebook:read" | "notebook:write" | "persisted_folder:read" | "persisted_folder:write" | "plugin:read" | "plugin:write" | "product_tour:read" | "product_tour:write" | "revenue_analytics:read" | "revenue_analytics:write" | "session_recording:read" | "session_recording:write" | "session_recording_playlist:read" | "session_recording_playlist:write" | "task:read" | "task:write" | "uploaded_media:read" | "uploaded_media:write" | "warehouse_table:read" | "warehouse_table:write" | "warehouse_view:read" | "warehouse_view:write" | "web_analytics:read" | "web_analytics:write")[];
            /** @description The ids of the projects that the key is bound to. None: it is not restricted. */
            scoped_teams?: (number | string)[] | null;
            /** @description The ids of the organizations that the key is bound to. None: it is not restricted. */
            scoped_organizations?: (string | number)[] | null;
        };
        /** @description A new key, and what it may do. */
        NewPersonalApiKey: {
            /** @description The purpose of the key. */
            label: string | number;
            /** @description The rights of the key; `*` is everything. */
            scopes: ("*" | "action:read" | "action:write" | "activity_log:read" | "activity_log:write" | "alert:read" | "alert:write" | "cohort:read" | "cohort:write" | "dashboard:read" | "dashboard:write" | "data_deletion:read" | "data_deletion:write" | "event_definition:read" | "event_definition:write" | "experiment:read" | "experiment:write" | "experiment_saved_metric:read" | "experiment_saved_metric:write" | "export:read" | "export:write" | "feature_flag:read" | "feature_flag:write" | "group:read" | "group:write" | "insight:read" | "insight:write" | "insight_variable:read" | "insight_variable:write" | "organization:read" | "organization:write" | "organization_member:read" | "organization_member:write" | "person:read" | "person:write" | "project:read" | "project:write" | "property_definition:read" | "property_definition:write" | "query:read" | "query:write" | "sharing_configuration:read" | "sharing_configuration:write" | "subscription:read" | "subscription:write" | "survey:read" | "survey:write" | "user:read" | "user:write" | "webhook:read" | "webhook:write" | "access_control:read" | "access_control:write" | "annotation:read" | "annotation:write" | "batch_export:read" | "batch_export:write" | "comment:read" | "comment:write" | "dashboard_template:read" | "dashboard_template:write" | "dataset:read" | "dataset:write" | "early_access_feature:read" | "early_access_feature:write" | "element:read" | "element:write" | "endpoint:read" | "endpoint:write" | "error_tracking:read" | "error_tracking:write" | "evaluation:read" | "evaluation:write" | "event:read" | "event:write" | "external_data_source:read" | "external_data_source:write" | "file_system:read" | "file_system:write" | "file_system_shortcut:read" | "file_system_shortcut:write" | "hog_flow:read" | "hog_flow:write" | "hog_function:read" | "hog_function:write" | "integration:read" | "integration:write" | "link:read" | "link:write" | "llm_analytics:read" | "llm_analytics:write" | "llm_prompt:read" | "llm_prompt:write" | "logs:read" | "logs:write" | "notebook:read" | "notebook:write" | "persisted_folder:read" | "persisted_folder:write" | "plugin:read" | "plugin:write" | "product_tour:read" | "product_tour:write" | "revenue_analytics:read" | "revenue_analytics:write" | "session_recording:read" | "session_recording:write" | "session_recording_playlist:read" | "session_recording_playlist:write" | "task:read" | "task:write" | "uploaded_media:read" | "uploaded_media:write" | "warehouse_table:read" | "warehouse_table:write" | "warehouse_view:read" | "warehouse_view:write" | "web_analytics:read" | "web_analytics:write")[];
            /**
             * @description The ids of the projects that the key is bound to. None: it is not restricted.
             * @default []
             */
            scoped_teams?: (number | string)[] | null;
            /**
             * @description The ids of the organizations that the key is bound to. None: it is not restricted.
             * @default []
             */
            scoped_organizations?: (string | number)[] | null;
        };
        User: {
            /** @description The user's number. */
            id: number;
            /** @description The user's uuid. */
            uuid: string;
            /** @description The distinct id of the user's own events. */
            distinct_id: string;
            /** @description The first name. */
            first_name: string;
            /** @description The last name; may be empty. */
            last_name: string;
            /** @description The email. */
            email: string;
            /** @description Whether the email was verified. */
            is_email_verified: boolean;
            /** @description Always empty. */
            mascot_config: {
                [key: string]: unknown;
            };
            /** @description The user's role in words; may be empty. */
            role_at_organization: string;
            /**
             * Format: date-time
             * @description The time at which the user was made.
             */
            date_joined: string;
            /** @description The current project: what `@current` means as a project's id. */
            team: components["schemas"]["Project"] | null;
            /** @description The current organisation: what `@current` means as an organisation's id. */
            organization: components["schemas"]["Organization"] | null;
            /** @description All organisations that the user belongs to. */
            organizations: components["schemas"]["Organization"][];
        };
        /** @description The fields that users change of themselves. */
        UserChanges: {
            /** @description The first name. */
            first_name?: string | number;
            /** @description The last name. */
            last_name?: string | number;
            /** @description The id of the organization that `@current` is from now on. */
            set_current_organization?: string | number;
            /** @description The id of the project that `@current` is from now on. */
            set_current_team?: number | string;
        };
        QueryStatusResponse: {
            /** @description The run of the query. */
            query_status: components["schemas"]["QueryStatus"];
        };
        QueryStatus: {
            /** @description The id by which the query is polled and cancelled. */
            id: string;
            /** @description The project. */
            team_id: number;
            /**
             * @description The state of the query.
             * @enum {string}
             */
            status: "queued" | "running" | "done" | "failed" | "cancelled";
            /** @description Whether the query has ended, in whichever way. */
            complete: boolean;
            /** @description Whether the query failed or was cancelled. */
            error: boolean;
            /** @description The code of the error. */
            error_code: string | null;
            /** @description The reason why there is no answer. */
            error_message: string | null;
            /** @description The place of the error in the query (`start` and `end` in its text, or in that of its `field`), a `hint`, and whether it is `retryable`. */
            error_extra: {
                [key: string]: unknown;
            } | null;
            /** @description Whether the query runs in the background. */
            query_async: boolean;
            /** @description The name of the query's answer. */
            cache_key: string;
            /** @description The time at which it was asked for. */
            start_time: string;
            /** @description The time at which work on it began. */
            pickup_time: string | null;
            /** @description The time at which it ended. */
            end_time: string | null;
            /** @description Until when it can be polled. */
            expiration_time: string;
            /** @description The same as `id`. */
            task_id: string | null;
            /** @description Always null. */
            insight_id: number | null;
            /** @description Always null. */
            dashboard_id: number | null;
            /** @description Always null. */
            labels: string[] | null;
            /** @description The progress of the query, with `show_progress` and while it runs. */
            query_progress: components["schemas"]["QueryProgress"] | null;
            /** @description The whole answer, as `POST /query/` returns it, once it is done. */
            results: components["schemas"]["QueryAnswer"] | null;
        };
        QueryProgress: {
            /** @description Milliseconds of processor time that the engine spent. */
            active_cpu_time: number;
            /** @description Bytes read so far. */
            bytes_read: number;
            /** @description Rows that will be read, by the engine's estimate. */
            estimated_rows_total: number;
            /** @description Rows read so far. */
            rows_read: number;
            /** @description Milliseconds since the engine began. */
            time_elapsed: number;
        };
        QueryRequest: {
            /** @description The query; its `kind` says what the other fields are. `ServiceSqlQuery` takes SQL text as `query`. `ExperimentQuery` compares the variants of the experiment `experiment_id` by a `metric`, `ExperimentExposureQuery` counts who was exposed to it. */
            query: components["schemas"]["QueryNode"];
            /** @description A name for the query in the log. */
            name?: string | null;
            /** @description `true` is `refresh: "async"` by an older name. */
            async?: boolean | null;
            /** @description The caller's own id of the query, by which it can be polled and cancelled. Up to 200 characters. */
            client_query_id?: string | null;
            /** @description The mode: whether a cached answer is returned, and whether the caller waits. `blocking` returns a cached answer that is fresh, and waits for a new one otherwise. `async` and `lazy_async` do not wait: the query runs in the background. The modes that begin with `force` compute a new answer in any case. */
            refresh?: ("async" | "async_except_on_cache_miss" | "blocking" | "force_async" | "force_blocking" | "force_cache" | "lazy_async") | null;
            /** @description The parts of the query that a dashboard changes: dates and properties. */
            filters_override?: components["schemas"]["FiltersOverride"] | null;
            /** @description The values of the query's variables. */
            variables_override?: components["schemas"]["VariablesOverride"] | null;
        };
        ProviderStart: {
            /** @description The address at the provider to which the browser goes. */
            url: string;
        };
        LoginIdentity: {
            /** @description The identity's id. */
            id: string;
            /** @description The provider's issuer. */
            issuer: string;
            /** @description The verified address that the provider named last; null without one. */
            email: string | null;
            /**
             * Format: date-time
             * @description The time at which it was connected.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The time at which it last signed in.
             */
            last_used_at: string;
        };
        ProviderSecondStep: {
            /**
             * @description Always false: nobody is signed in yet.
             * @enum {boolean}
             */
            success: false;
            /** @description The token that `/api/login/complete/` takes with a code. It works once, within 5 minutes. */
            second_factor_token: string;
            /**
             * Format: date-time
             * @description The time until which the token works.
             */
            expires_at: string;
            /** @description The path of this server that the browser was to come back to. */
            next: string;
        };
        ProviderSignedIn: {
            /**
             * @description Always true.
             * @enum {boolean}
             */
            success: true;
            /** @description The token that every request that changes something sends as `X-CSRF-Token`, as long as the session lasts. */
            csrf_token: string;
            /** @description The path of this server that the browser was to come back to. */
            next: string;
        };
        /** @description The address that the provider sent the browser to. */
        ProviderReturn: {
            /** @description The query of the address that the provider sent the browser to. */
            search: string | number;
        };
        /** @description A log-in by the provider. */
        ProviderStartRequest: {
            /**
             * @description The path of this server to come back to; any other address is the start.
             * @default /
             */
            next?: string | number;
        };
        Done: {
            /**
             * @description Always true.
             * @enum {boolean}
             */
            success: true;
        };
        /** @description The password and a code. */
        SecondFactorProof: {
            /**
             * @description The password; empty of who has none and signs in by a provider.
             * @default
             */
            current_password?: string | number;
            /** @description The six digits that the app shows, or a backup code. */
            code: string | number;
        };
        BackupCodes: {
            /** @description Codes that sign in once each in place of the app's; they are shown this once. */
            backup_codes: string[];
        };
        /** @description A first code of the app. */
        SecondFactorConfirmation: {
            /** @description The six digits that the app shows. */
            code: string | number;
        };
        NewSecondFactor: {
            /** @description The secret in base 32, to be typed into an app; it is shown this once. */
            secret: string;
            /** @description The address (`otpauth://totp/…`) that apps read from a QR code. */
            uri: string;
        };
        /** @description A second factor that is set up, by the password. */
        NewSecondFactorRequest: {
            /**
             * @description The password; empty of who has none and signs in by a provider.
             * @default
             */
            current_password?: string | number;
        };
        SecondFactor: {
            /** @description Whether a code is asked for at signing in. */
            is_on: boolean;
            /** @description The time at which it was turned on; null while it is off. */
            confirmed_at: string | null;
            /** @description The number of backup codes that were not used. */
            backup_codes_left: number;
        };
        OwnSession: {
            /** @description The session's id. */
            id: string;
            /** @description Whether the request was sent with this session. */
            is_current: boolean;
            /** @description The name by which the browser called itself as the session was opened; null where it had none. */
            user_agent: string | null;
            /**
             * Format: date-time
             * @description The time at which the session was opened.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The time at which the session was last used, to five minutes.
             */
            last_used_at: string;
            /**
             * Format: date-time
             * @description The time at which the session ends unless it is used until then.
             */
            expires_at: string;
        };
        JoinedOrganization: {
            /**
             * @description Always true.
             * @enum {boolean}
             */
            success: true;
            /** @description The id of the organisation. */
            organization: string;
        };
        /** @description The link of an invitation. */
        InviteLink: {
            /** @description The token of the link: the part behind its `#`. */
            token: string | number;
        };
        SignedIn: {
            /**
             * @description Always true.
             * @enum {boolean}
             */
            success: true;
            /** @description The token that every request that changes something sends as `X-CSRF-Token`, as long as the session lasts. */
            csrf_token: string;
        };
        /** @description The account of a person who was invited. */
        AcceptedInvite: {
            /** @description The token of the link: the part behind its `#`. */
            token: string | number;
            /** @description The new password: 8 to 200 characters. */
            password: string | number;
            /**
             * @description The first name.
             * @default
             */
            first_name?: string | number;
            /**
             * @description The last name.
             * @default
             */
            last_name?: string | number;
        };
        OpenedInvite: {
            /** @description The email address that is invited. */
            target_email: string;
            /** @description The level that the person gets: 1 member, 8 admin. */
            level: number;
            /** @description The name of the organisation. */
            organization_name: string;
            /** @description Whether somebody has an account with the address: they log in, and join by `/api/users/@me/join/`. */
            has_account: boolean;
        };
        SentOrganizationInvite: {
            /** @description The invitation's id. */
            id: string;
            /** @description The email address of the person who is invited. */
            target_email: string;
            /** @description The level that the person gets: 1 member, 8 admin. */
            level: number;
            /** @description Whether the link was sent to the address by mail. */
            is_mailed: boolean;
            /** @description Whether the link works no longer: it is too old, or who sent it manages the organisation no longer. */
            is_expired: boolean;
            /** @description The user who sent the invitation; null when they are no member any more. */
            created_by: components["schemas"]["UserBasic"] | null;
            /**
             * Format: date-time
             * @description The time at which the person was invited.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The time until which the link works.
             */
            expires_at: string;
            /** @description The link, to be handed over; it is shown this once. Null where it was mailed. */
            link: string | null;
        };
        /** @description A person who is invited to an organization, by their email address. */
        NewOrganizationInvite: {
            /** @description The email address of the person. */
            target_email: string | number;
            /**
             * @description 1 is a member, 8 an admin.
             * @default 1
             * @enum {unknown}
             */
            level?: 1 | 8 | "1" | "8";
        };
        OrganizationInvite: {
            /** @description The invitation's id. */
            id: string;
            /** @description The email address of the person who is invited. */
            target_email: string;
            /** @description The level that the person gets: 1 member, 8 admin. */
            level: number;
            /** @description Whether the link was sent to the address by mail. */
            is_mailed: boolean;
            /** @description Whether the link works no longer: it is too old, or who sent it manages the organisation no longer. */
            is_expired: boolean;
            /** @description The user who sent the invitation; null when they are no member any more. */
            created_by: components["schemas"]["UserBasic"] | null;
            /**
             * Format: date-time
             * @description The time at which the person was invited.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The time until which the link works.
             */
            expires_at: string;
        };
        /** @description A user's own new password. */
        PasswordChange: {
            /** @description The password until now. */
            current_password: string | number;
            /** @description The password from now on: 8 to 200 characters. */
            password: string | number;
        };
        /** @description A new password, by a link. */
        PasswordReset: {
            /** @description The token of the link: the part behind its `#`. */
            token: string | number;
            /** @description The new password: 8 to 200 characters. */
            password: string | number;
        };
        /** @description The user who forgot their password. */
        PasswordResetRequest: {
            /** @description The email address of the user. */
            email: string | number;
        };
        /** @description The account of the first person, by the link that the server printed at its start. */
        Setup: {
            /** @description The token of the link: the part behind its `#`. */
            token: string | number;
            /** @description The email address of the owner. */
            email: string | number;
            /** @description The new password: 8 to 200 characters. */
            password: string | number;
            /**
             * @description The first name.
             * @default
             */
            first_name?: string | number;
            /**
             * @description The last name.
             * @default
             */
            last_name?: string | number;
        };
        /** @description The sessions that end. */
        Logout: {
            /**
             * @description Whether every session of the user ends.
             * @default false
             */
            everywhere?: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
        };
        /** @description A code of a user who has taken the first step. */
        SecondStepRequest: {
            /** @description The `second_factor_token` that the first step answered. */
            token: string | number;
            /** @description The six digits that the app shows, or a backup code. */
            code: string | number;
        };
        SecondStep: {
            /**
             * @description Always false: nobody is signed in yet.
             * @enum {boolean}
             */
            success: false;
            /** @description The token that `/api/login/complete/` takes with a code. It works once, within 5 minutes. */
            second_factor_token: string;
            /**
             * Format: date-time
             * @description The time until which the token works.
             */
            expires_at: string;
        };
        /** @description The email address and the password of a user. */
        Login: {
            /** @description The email address of the user. */
            email: string | number;
            /** @description The password. */
            password: string | number;
        };
        Session: {
            /** @description The user who is signed in; null when nobody is. */
            user: components["schemas"]["UserBasic"] | null;
            /** @description The token that every request that changes something sends as `X-CSRF-Token`; null when nobody is signed in. */
            csrf_token: string | null;
            /** @description The time at which the session ends unless it is used until then; null when nobody is signed in. */
            expires_at: string | null;
            /** @description The name of the provider of OpenID Connect by which people sign in; null without one. */
            provider: string | null;
            /** @description Whether nobody has a password yet: the server printed a link for the first one. */
            setup_required: boolean;
        };
        /** @description The people whom a holdout leaves out: of several the first counts. */
        HoldoutCondition: {
            /** @description Kept as sent: a holdout is a share of all people. */
            properties?: unknown;
            /** @description The share of the people who get no variant. */
            rollout_percentage: number;
        };
        /** @description A variant of an experiment. */
        ExperimentVariant: {
            /** @description The key of the variant; one of them is `control`. */
            key: string;
            /** @description Its name, for people. */
            name?: string | null;
            /** @description The share of the people who get it, from 0 to 100; all are 100 together. */
            rollout_percentage?: unknown;
        };
        /** @description The variants of an experiment's flag, and what clients keep: further fields are kept as sent. */
        ExperimentParameters: {
            /** @description The variants, at least two; `control` and `test` by default. */
            feature_flag_variants?: components["schemas"]["ExperimentVariant"][] | null;
            /** @description The share of the people who take part. */
            rollout_percentage?: number | null;
            /** @description The smallest effect worth finding, in per cent: for clients, and for the planned running time. */
            minimum_detectable_effect?: unknown;
            /** @description Kept for clients. */
            recommended_running_time?: unknown;
            /** @description Kept for clients. */
            recommended_sample_size?: unknown;
            /** @description Of an experiment on a page: what it changes, by the keys of variants. */
            variants?: unknown;
        };
        /** @description A saved metric that an experiment measures. */
        SavedMetricLink: {
            /** @description The id of the saved metric. */
            id: number;
            /** @description Which metrics it is one of; further fields are kept. */
            metadata?: {
                /** @description `primary` or `secondary`. */
                type: unknown;
            };
        };
        /** @description A normal prior of effects: a mean and a variance. */
        BayesianPrior: {
            /** @description The mean. */
            mean?: number | null;
            /** @description The variance. */
            variance?: number | null;
            /** @description The scale of the two. */
            scale?: ("relative" | "absolute" | "RELATIVE" | "ABSOLUTE") | null;
        };
        /** @description The settings of Bayesian statistics. */
        BayesianConfig: {
            /** @description The level of credible intervals, 0.95 by default. */
            ci_level?: number | null;
            /** @description Whether effects are relative to the control (by default) or absolute. */
            difference_type?: ("relative" | "absolute" | "RELATIVE" | "ABSOLUTE") | null;
            /** @description What is believed of effects before; nothing by default. */
            prior?: components["schemas"]["BayesianPrior"] | null;
        };
        /** @description The settings of frequentist statistics. */
        FrequentistConfig: {
            /** @description The level of significance, 0.05 by default. */
            alpha?: number | null;
            /** @description Whether effects are relative to the control (by default) or absolute. */
            difference_type?: ("relative" | "absolute" | "RELATIVE" | "ABSOLUTE") | null;
            /** @description Whether results hold at whichever time one looks at them. */
            sequential_testing_enabled?: boolean | null;
            /** @description The number of entities at which sequential intervals are shortest. */
            sequential_tuning_parameter?: number | null;
        };
        /** @description The use of what entities did before their exposure, which makes intervals shorter. */
        CupedConfig: {
            /** @description Whether it is used. */
            enabled?: boolean | null;
            /** @description The days before the exposure. */
            lookback_days?: number | null;
        };
        /** @description The correction for several comparisons. */
        MultipleTestingConfig: {
            /** @description The method; none by default. */
            method?: ("holm" | "benjamini-hochberg") | null;
        };
        /** @description The statistics by which an experiment is analysed. */
        ExperimentStatsConfig: {
            /** @description The method, `bayesian` by default. */
            method?: ("bayesian" | "frequentist") | null;
            /** @description Whose formulas are used. */
            engine?: ("default" | "reference") | null;
            /** @description The variant that others are compared with, `control` by default. */
            baseline_variant_key?: string | null;
            /** @description The settings of the Bayesian method. */
            bayesian?: components["schemas"]["BayesianConfig"] | null;
            /** @description The settings of the frequentist method. */
            frequentist?: components["schemas"]["FrequentistConfig"] | null;
            /** @description What entities did before their exposure. */
            cuped?: components["schemas"]["CupedConfig"] | null;
            /** @description The correction for several comparisons. */
            multiple_testing?: components["schemas"]["MultipleTestingConfig"] | null;
        };
        /** @description A rule for the text of an open question. */
        SurveyValidationRule: {
            /**
             * @description The rule for the text.
             * @enum {unknown}
             */
            type: "min_length" | "max_length" | "email";
            /** @description The number of characters. */
            value?: number | null;
            /** @description The message for a text that does not meet it. */
            errorMessage?: unknown;
        };
        /** @description The question that follows an answer. */
        SurveyBranching: {
            /**
             * @description The rule that finds it.
             * @enum {unknown}
             */
            type: "next_question" | "end" | "specific_question" | "response_based";
            /** @description Of `specific_question`: the place of the question, from 0. */
            index?: number;
            /** @description Of `response_based`: by the answer (the place of a choice, or `negative`, `neutral`, `positive`, `detractors`, `passives`, `promoters`) the place of a question, or `end`. */
            responseValues?: {
                [key: string]: number | "end";
            };
        };
        /** @description The texts of a question in another language. */
        SurveyQuestionTranslation: {
            /** @description The question. */
            question?: string;
            /** @description The description. */
            description?: string;
            /** @description The text of the button. */
            buttonText?: string;
            /** @description The meaning of the least value of a rating. */
            lowerBoundLabel?: string;
            /** @description The meaning of the greatest value of a rating. */
            upperBoundLabel?: string;
            /** @description The address of a link. */
            link?: string | null;
            /** @description The choices, as many and in the same order as those of the question. */
            choices?: string[];
        };
        /** @description A question of a survey, by its type. Further fields are kept. */
        SurveyQuestion: components["schemas"]["SurveyOpenQuestion"] | components["schemas"]["SurveyLinkQuestion"] | components["schemas"]["SurveyRatingQuestion"] | components["schemas"]["SurveySingleChoiceQuestion"] | components["schemas"]["SurveyMultipleChoiceQuestion"];
        /** @description A question that is answered by a text. */
        SurveyOpenQuestion: {
            /** @description Stays the same through changes: answers are stored by it. Made when it is left out. */
            id?: string | null;
            /**
             * @description The form of its answer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "open";
            /** @description The question itself. */
            question: string;
            /** @description More about it. */
            description?: string | null;
            /**
             * @description The form of the description.
             * @enum {unknown}
             */
            descriptionContentType?: "text" | "html" | "" | null;
            /** @description Whether it can be left without an answer. */
            optional?: unknown;
            /** @description The text of the button to go on. */
            buttonText?: string | null;
            /** @description Rules for the text of an open question. */
            validation?: components["schemas"]["SurveyValidationRule"][] | null;
            /** @description The question that follows. Without it the next one in the list, and the end after the last. */
            branching?: components["schemas"]["SurveyBranching"] | null;
            /** @description Its texts in other languages, by the code of the language. */
            translations?: {
                [key: string]: components["schemas"]["SurveyQuestionTranslation"];
            } | null;
        };
        /** @description A text with a link to follow. */
        SurveyLinkQuestion: {
            /** @description Stays the same through changes: answers are stored by it. Made when it is left out. */
            id?: string | null;
            /**
             * @description The form of its answer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "link";
            /** @description The question itself. */
            question: string;
            /** @description More about it. */
            description?: string | null;
            /**
             * @description The form of the description.
             * @enum {unknown}
             */
            descriptionContentType?: "text" | "html" | "" | null;
            /** @description Whether it can be left without an answer. */
            optional?: unknown;
            /** @description The text of the button to go on. */
            buttonText?: string | null;
            /** @description Of a link: an `https` or `mailto` address. */
            link?: string | null;
            /** @description The question that follows. Without it the next one in the list, and the end after the last. */
            branching?: components["schemas"]["SurveyBranching"] | null;
            /** @description Its texts in other languages, by the code of the language. */
            translations?: {
                [key: string]: components["schemas"]["SurveyQuestionTranslation"];
            } | null;
        };
        /** @description A question that is answered by a number or an emoji. */
        SurveyRatingQuestion: {
            /** @description Stays the same through changes: answers are stored by it. Made when it is left out. */
            id?: string | null;
            /**
             * @description The form of its answer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "rating";
            /** @description The question itself. */
            question: string;
            /** @description More about it. */
            description?: string | null;
            /**
             * @description The form of the description.
             * @enum {unknown}
             */
            descriptionContentType?: "text" | "html" | "" | null;
            /** @description Whether it can be left without an answer. */
            optional?: unknown;
            /** @description The text of the button to go on. */
            buttonText?: string | null;
            /**
             * @description Of a rating: how it is shown.
             * @enum {unknown}
             */
            display?: "emoji" | "number" | null;
            /**
             * @description Of a rating: 2, 3, 5 emoji or 5, 7, 10 as numbers.
             * @enum {unknown}
             */
            scale?: 2 | 3 | 5 | 7 | 10 | null;
            /** @description Of a rating: what its least value means. */
            lowerBoundLabel?: string | null;
            /** @description Of a rating: what its greatest value means. */
            upperBoundLabel?: string | null;
            /** @description Of a rating from 0 to 10: whether it counts promoters and detractors. */
            isNpsQuestion?: unknown;
            /** @description Of ratings and single choices: whether an answer is sent when it is chosen. */
            skipSubmitButton?: unknown;
            /** @description The question that follows. Without it the next one in the list, and the end after the last. */
            branching?: components["schemas"]["SurveyBranching"] | null;
            /** @description Its texts in other languages, by the code of the language. */
            translations?: {
                [key: string]: components["schemas"]["SurveyQuestionTranslation"];
            } | null;
        };
        /** @description A question that is answered by one of some choices. */
        SurveySingleChoiceQuestion: {
            /** @description Stays the same through changes: answers are stored by it. Made when it is left out. */
            id?: string | null;
            /**
             * @description The form of its answer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "single_choice";
            /** @description The question itself. */
            question: string;
            /** @description More about it. */
            description?: string | null;
            /**
             * @description The form of the description.
             * @enum {unknown}
             */
            descriptionContentType?: "text" | "html" | "" | null;
            /** @description Whether it can be left without an answer. */
            optional?: unknown;
            /** @description The text of the button to go on. */
            buttonText?: string | null;
            /** @description What can be chosen; with `hasOpenChoice` the last one is a text of one's own. */
            choices: string[];
            /** @description Of choices: whether they are shown in any order. */
            shuffleOptions?: unknown;
            /** @description Of choices: whether the last one is a text of one's own. */
            hasOpenChoice?: unknown;
            /** @description Of ratings and single choices: whether an answer is sent when it is chosen. */
            skipSubmitButton?: unknown;
            /** @description The question that follows. Without it the next one in the list, and the end after the last. */
            branching?: components["schemas"]["SurveyBranching"] | null;
            /** @description Its texts in other languages, by the code of the language. */
            translations?: {
                [key: string]: components["schemas"]["SurveyQuestionTranslation"];
            } | null;
        };
        /** @description A question that is answered by any of some choices. */
        SurveyMultipleChoiceQuestion: {
            /** @description Stays the same through changes: answers are stored by it. Made when it is left out. */
            id?: string | null;
            /**
             * @description The form of its answer. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "multiple_choice";
            /** @description The question itself. */
            question: string;
            /** @description More about it. */
            description?: string | null;
            /**
             * @description The form of the description.
             * @enum {unknown}
             */
            descriptionContentType?: "text" | "html" | "" | null;
            /** @description Whether it can be left without an answer. */
            optional?: unknown;
            /** @description The text of the button to go on. */
            buttonText?: string | null;
            /** @description What can be chosen; with `hasOpenChoice` the last one is a text of one's own. */
            choices: string[];
            /** @description Of choices: whether they are shown in any order. */
            shuffleOptions?: unknown;
            /** @description Of choices: whether the last one is a text of one's own. */
            hasOpenChoice?: unknown;
            /** @description The question that follows. Without it the next one in the list, and the end after the last. */
            branching?: components["schemas"]["SurveyBranching"] | null;
            /** @description Its texts in other languages, by the code of the language. */
            translations?: {
                [key: string]: components["schemas"]["SurveyQuestionTranslation"];
            } | null;
        };
        /** @description A condition on a property of an event. */
        SurveyEventProperty: {
            /** @description The values, of which one is enough. */
            values?: (string | number)[] | null;
            /**
             * @description The comparison, `exact` by default.
             * @enum {unknown}
             */
            operator?: "regex" | "not_regex" | "exact" | "is_not" | "icontains" | "not_icontains" | "gt" | "lt" | null;
        };
        /** @description An event, and conditions on its properties. */
        SurveyEvent: {
            /** @description The name of the event. */
            name: string | null;
            /** @description Conditions on its properties, by the names of the properties. */
            propertyFilters?: {
                [key: string]: components["schemas"]["SurveyEventProperty"];
            } | null;
        };
        /** @description Events in the page, of which one is enough. */
        SurveyEvents: {
            /** @description Whether each such event shows it again. */
            repeatedActivation?: boolean | null;
            /** @description The events. */
            values?: components["schemas"]["SurveyEvent"][] | null;
        };
        /** @description Actions, of which one is enough. */
        SurveyActions: {
            /** @description The actions by their ids. They are shown with names and steps. */
            values?: {
                /** @description The id of the action. */
                id?: number;
            }[] | null;
        };
        /** @description The conditions under which a survey is shown. */
        SurveyConditions: {
            /** @description The address of the page, or a part of it. */
            url?: string | null;
            /**
             * @description The comparison of the address; `icontains` without it.
             * @enum {unknown}
             */
            urlMatchType?: "regex" | "not_regex" | "exact" | "is_not" | "icontains" | "not_icontains" | null;
            /** @description A CSS selector: shown only in pages that have such an element. */
            selector?: string | null;
            /** @description For how many days somebody who has just seen any survey is left alone. */
            seenSurveyWaitPeriodInDays?: number | null;
            /** @description The variant that the linked flag must have, or `any`. */
            linkedFlagVariant?: string | null;
            /** @description The kinds of devices. */
            deviceTypes?: ("Desktop" | "Mobile" | "Tablet" | "Console" | "Wearable")[] | null;
            /**
             * @description The comparison of kinds of devices.
             * @enum {unknown}
             */
            deviceTypesMatchType?: "regex" | "not_regex" | "exact" | "is_not" | "icontains" | "not_icontains" | null;
            /** @description Events after which it is shown. */
            events?: components["schemas"]["SurveyEvents"] | null;
            /** @description Events that call it off while it waits to be shown. */
            cancelEvents?: components["schemas"]["SurveyEvents"] | null;
            /** @description Actions after which it is shown. */
            actions?: components["schemas"]["SurveyActions"] | null;
        };
        /** @description The appearance of a survey. SDKs read these names; others are kept as sent. */
        SurveyAppearance: {
            /** @description The heading of the thanks. */
            thankYouMessageHeader?: string | null;
            /** @description The text of the thanks. */
            thankYouMessageDescription?: string | null;
            /**
             * @description The form of that text.
             * @enum {unknown}
             */
            thankYouMessageDescriptionContentType?: "text" | "html" | "" | null;
            /** @description The text of the button that closes the thanks. */
            thankYouMessageCloseButtonText?: string | null;
            /** @description The seconds that a page is open before the survey is shown. */
            surveyPopupDelaySeconds?: number | null;
            /** @description Whether the name of the software is left out. */
            whiteLabel?: boolean | null;
            /** @description Whether the questions come in any order. */
            shuffleQuestions?: boolean | null;
            /** @description The colour behind it, as CSS writes it. */
            backgroundColor?: unknown;
            /** @description The colour of its border. */
            borderColor?: unknown;
            /** @description The colour of its texts. */
            textColor?: unknown;
            /** @description The colour behind inputs. */
            inputBackground?: unknown;
            /** @description The colour of texts in inputs. */
            inputTextColor?: unknown;
            /** @description The colour of the button to go on. */
            submitButtonColor?: unknown;
            /** @description The colour of the text of that button. */
            submitButtonTextColor?: unknown;
            /** @description The text of that button. */
            submitButtonText?: unknown;
            /** @description The colour of the buttons of a rating. */
            ratingButtonColor?: unknown;
            /** @description The colour of the chosen button of a rating. */
            ratingButtonActiveColor?: unknown;
            /** @description The opacity of a button that cannot be pressed. */
            disabledButtonOpacity?: unknown;
            /** @description The text of an empty input. */
            placeholder?: unknown;
            /** @description Whether the thanks are shown. */
            displayThankYouMessage?: unknown;
            /** @description Whether the thanks go by themselves. */
            autoDisappear?: unknown;
            /** @description The corner or side of the page: `right`, `left`, `center`, …. */
            position?: unknown;
            /** @description The place of the tab of a widget. */
            tabPosition?: unknown;
            /** @description The form of a widget: `button`, `tab` or `selector`. */
            widgetType?: unknown;
            /** @description The CSS selector of the element that opens a widget. */
            widgetSelector?: unknown;
            /** @description The text of a widget. */
            widgetLabel?: unknown;
            /** @description The colour of a widget. */
            widgetColor?: unknown;
            /** @description The font. */
            fontFamily?: unknown;
            /** @description The greatest width, as CSS writes it. */
            maxWidth?: unknown;
            /** @description The layer of the page. */
            zIndex?: unknown;
            /** @description The space within its border. */
            boxPadding?: unknown;
            /** @description Whether it lacks the button that closes it. */
            hideCancelButton?: unknown;
            /** @description Whether the first input is left without the cursor. */
            disableAutofocus?: unknown;
            /** @description Whether people can go back to the question before. */
            allowGoBack?: unknown;
            /** @description The text of the button to go back. */
            backButtonText?: unknown;
        };
        /** @description The texts of a survey in another language; those of questions stand with the questions. */
        SurveyTranslation: {
            /** @description The name. */
            name?: string;
            /** @description The description. */
            description?: string;
            /** @description The heading of the thanks. */
            thankYouMessageHeader?: string;
            /** @description The text of the thanks. */
            thankYouMessageDescription?: string;
            /** @description The text of the button that closes it. */
            thankYouMessageCloseButtonText?: string;
        };
        /** @description The texts of a survey in other languages, by the code of the language. */
        SurveyTranslations: {
            [key: string]: components["schemas"]["SurveyTranslation"];
        };
        /** @description Turns a flag on or off. */
        ScheduledStatusUpdate: {
            /**
             * @description The kind of change. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            operation: "update_status";
            /** @description Whether the flag is active from then on. */
            value: boolean | (1 | "1" | "t" | "true" | "on" | "y" | "yes" | 0 | "0" | "f" | "false" | "off" | "n" | "no");
        };
        /** @description Adds conditions to those of a flag. */
        ScheduledReleaseCondition: {
            /**
             * @description The kind of change. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            operation: "add_release_condition";
            /** @description The conditions that are added. */
            value: {
                /** @description The conditions that are added to the flag's. */
                groups: components["schemas"]["FeatureFlagCondition"][];
            };
        };
        /** @description Replaces the variants and payloads of a flag. */
        ScheduledVariantsUpdate: {
            /**
             * @description The kind of change. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            operation: "update_variants";
            /** @description The variants and payloads from then on. */
            value: {
                /** @description The variants that replace the flag's. */
                variants: components["schemas"]["FeatureFlagVariant"][];
                /** @description The payloads that replace the flag's, by variant. */
                payloads?: {
                    [key: string]: unknown;
                } | null;
            };
        };
        /** @description A change of a flag that is made later, by its `operation`. */
        ScheduledOperation: components["schemas"]["ScheduledStatusUpdate"] | components["schemas"]["ScheduledReleaseCondition"] | components["schemas"]["ScheduledVariantsUpdate"];
        /** @description Filters of all insights of a dashboard. Further names are kept for clients. */
        DashboardFilters: {
            /** @description The beginning, in place of that of the insights. */
            date_from?: string | null;
            /** @description The end, in place of that of the insights. */
            date_to?: string | null;
            /** @description Kept for clients. */
            explicitDate?: unknown;
            /** @description Conditions beside those of the insights. */
            properties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description The breakdown, in place of those of the insights: a `BreakdownFilter`. */
            breakdown_filter?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description The place and the size of a tile, in columns and rows. Further fields are kept. */
        TileLayout: {
            /** @description The column, from 0. */
            x?: unknown;
            /** @description The row, from 0. */
            y?: unknown;
            /** @description The width in columns. */
            w?: unknown;
            /** @description The height in rows. */
            h?: unknown;
        };
        /** @description The places of a tile, by the width of the screen. Further names are kept. */
        TileLayouts: {
            /** @description On wide screens, of twelve columns. */
            sm?: components["schemas"]["TileLayout"] | unknown;
            /** @description On narrow screens, of one column. */
            xs?: components["schemas"]["TileLayout"] | unknown;
        };
        /** @description Conditions in the older form: properties that all hold, or something that persons did. */
        CohortOlderGroup: {
            /** @description Conditions on properties of persons: a list, or values by names such as `email__icontains`. */
            properties?: {
                [key: string]: unknown;
            }[] | {
                [key: string]: unknown;
            };
            /** @description The name of an event that they did. */
            event_id?: string | number | null;
            /** @description The id of an action that they did. */
            action_id?: string | number | null;
            /** @description The number of days in which they did it. */
            days?: number | string | null;
            /** @description The number of times. */
            count?: number | string | null;
            /** @description The comparison with that number. */
            count_operator?: unknown;
            /** @description The beginning, in place of `days`. */
            start_date?: string | null;
            /** @description The end, in place of now. */
            end_date?: string | null;
        };
        /** @description A condition on a property of persons, compared as flags compare it. */
        CohortPersonCondition: {
            /**
             * @description The subject. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "person";
            /** @description The name of the property. */
            key: string;
            /** @description The comparison, `exact` by default: as those of a flag. */
            operator?: string | null;
            /** @description The value, or several of which one is enough. */
            value?: unknown;
            /** @description Whether all others are meant. */
            negation?: boolean | null;
        };
        /** @description Membership in another cohort. */
        CohortMembershipCondition: {
            /**
             * @description The subject. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "cohort";
            /** @description `id`, which may be left out. */
            key?: unknown;
            /**
             * @description Whether its members are meant, or all others.
             * @enum {unknown}
             */
            operator?: "in" | "not_in" | "exact" | null;
            /** @description The id of the cohort. */
            value: number | string;
            /** @description Whether all others are meant. */
            negation?: boolean | null;
        };
        /** @description What persons did. */
        CohortBehaviourCondition: {
            /**
             * @description The subject. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "behavioral";
            /**
             * @description The kind of behaviour.
             * @enum {string}
             */
            value: "performed_event" | "performed_event_multiple" | "performed_event_first_time" | "performed_event_sequence" | "performed_event_regularly" | "stopped_performing_event" | "restarted_performing_event";
            /** @description The name of the event, or the id of the action. */
            key?: string | number | null;
            /** @description `actions` for an action; anything else is an event. */
            event_type?: unknown;
            /** @description Conditions on the events. */
            event_filters?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | "" | null;
            /** @description The length of the time up to now, in units. */
            time_value?: number | string | null;
            /**
             * @description The unit, `day` by default.
             * @enum {unknown}
             */
            time_interval?: "minute" | "hour" | "day" | "week" | "month" | "year" | "" | null;
            /** @description The beginning, in place of that time: ISO 8601, or relative. */
            explicit_datetime?: string | null;
            /** @description The end, in place of now. */
            explicit_datetime_to?: string | null;
            /**
             * @description The comparison of the number of events, `gte` by default.
             * @enum {unknown}
             */
            operator?: "gte" | "lte" | "gt" | "lt" | "eq" | "exact" | "" | null;
            /** @description The number of events. */
            operator_value?: number | string | null;
            /** @description Of a sequence: the event that follows. */
            seq_event?: string | number | null;
            /** @description `actions` for an action; anything else is an event. */
            seq_event_type?: unknown;
            /** @description Of a sequence, and of what stopped or began again: the time of it, in units. */
            seq_time_value?: number | string | null;
            /**
             * @description The unit of that time, `day` by default.
             * @enum {unknown}
             */
            seq_time_interval?: "minute" | "hour" | "day" | "week" | "month" | "year" | "" | null;
            /** @description Of what is done regularly: the number of periods with the event. */
            min_periods?: number | string | null;
            /** @description Of what is done regularly: the number of periods looked at. */
            total_periods?: number | string | null;
            /** @description Whether all others are meant. */
            negation?: boolean | null;
        };
        /** @description Conditions of which all (AND) or one (OR) must hold, and groups of them. */
        CohortGroup: {
            /**
             * @description Whether all must hold, or one. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "AND" | "OR";
            /** @description The conditions that are joined. */
            values: (components["schemas"]["CohortGroup"] | components["schemas"]["CohortPersonCondition"] | components["schemas"]["CohortMembershipCondition"] | components["schemas"]["CohortBehaviourCondition"])[];
        };
        /** @description The conditions of a dynamic cohort; `{}` and an empty list are none. */
        CohortFilters: {
            /** @description The conditions, in nested groups. */
            properties?: components["schemas"]["CohortGroup"] | {
                /** @description No conditions. */
                values: unknown[];
            };
        };
        /** @description A condition on properties, or several joined by AND or OR; `{}` is none. */
        PropertyFilter: components["schemas"]["PropertyCondition"] | components["schemas"]["PropertyGroup"];
        /** @description A condition on a property: one that names a key alone is on a property of the event. */
        PropertyCondition: {
            /** @description The subject: a property of the event (by default), its person, group or session, a column of the event, an element that was clicked, membership in a cohort, or an expression in SQL. `flag` lets every event pass. `AND` and `OR` join `values`. */
            type?: ("event" | "feature" | "person" | "group" | "session" | "event_metadata" | "element" | "cohort" | "hogql" | "flag") | null;
            /** @description The name of the property; of `hogql` the expression, of `cohort` `id`. */
            key?: string | null;
            /** @description The comparison, `exact` by default. */
            operator?: ("semver_eq" | "semver_neq" | "semver_gt" | "semver_gte" | "semver_lt" | "semver_lte" | "semver_tilde" | "semver_caret" | "semver_wildcard" | "exact" | "is_cleaned_path_exact" | "in" | "is_not" | "not_in" | "icontains" | "icontains_multi" | "not_icontains" | "not_icontains_multi" | "regex" | "not_regex" | "gt" | "gte" | "min" | "lt" | "lte" | "max" | "between" | "not_between" | "is_set" | "is_not_set" | "is_date_exact" | "is_date_before" | "is_date_after") | null;
            /** @description The value, or several of which one is enough; of `between` the least and the greatest. */
            value?: string | number | boolean | (string | number | boolean)[] | null;
            /** @description The type of the group, with `group`. */
            group_type_index?: (0 | 1 | 2 | 3 | 4) | null;
            /** @description A text for clients. */
            label?: string | null;
            /** @description The name of the cohort, for clients. */
            cohort_name?: string | null;
            /** @description Whether all who are not in the cohort are meant. */
            negation?: boolean | null;
        };
        /** @description Conditions of which all (AND) or one (OR) must hold. */
        PropertyGroup: {
            /**
             * @description The subject: a property of the event (by default), its person, group or session, a column of the event, an element that was clicked, membership in a cohort, or an expression in SQL. `flag` lets every event pass. `AND` and `OR` join `values`.
             * @enum {string}
             */
            type: "AND" | "OR";
            /** @description The conditions that are joined. */
            values?: components["schemas"]["PropertyFilter"][] | null;
        };
        /** @description What an event must be to be one of an action: it meets all that the step names. */
        ActionStep: {
            /** @description The name of the event; null for any. */
            event?: string | null;
            /** @description Conditions on the event, its person and its groups, as queries have them. */
            properties?: components["schemas"]["PropertyFilter"][] | null;
            /** @description A CSS selector that a clicked element, or one around it, meets. */
            selector?: string | null;
            /** @description The tag of a clicked element, or of one around it. */
            tag_name?: string | null;
            /** @description The text of a clicked element, or of one around it. */
            text?: string | null;
            /** @description The comparison of `text`; null for `exact`. */
            text_matching?: ("contains" | "regex" | "exact") | null;
            /** @description The address that a clicked link leads to. */
            href?: string | null;
            /** @description The comparison of `href`; null for `exact`. */
            href_matching?: ("contains" | "regex" | "exact") | null;
            /** @description The address of the page, `$current_url`; in `contains` % stands for any text. */
            url?: string | null;
            /** @description The comparison of `url`; null for `contains`. */
            url_matching?: ("contains" | "regex" | "exact") | null;
        };
        /** @description The event that exposes people to an experiment, in place of the calls of its flag. */
        ExposureConfig: {
            /** @description `ExperimentEventExposureConfig` (by default) for an event, `ActionsNode` for an action. */
            kind?: ("ActionsNode" | "EventsNode" | "ExperimentEventExposureConfig") | null;
            /** @description The id of the action. */
            id?: number | null;
            /** @description The name of the event. */
            event?: string | null;
            /** @description Conditions on the events. */
            properties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            name?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            version?: unknown;
        };
        /** @description The criteria by which people count as exposed to an experiment. */
        ExposureCriteria: {
            /** @description `ExperimentEventExposureConfig` (by default) for an event, `ActionsNode` for an action. */
            kind?: ("ActionsNode" | "EventsNode" | "ExperimentEventExposureConfig" | "ExperimentExposureCriteria") | null;
            /** @description The id of the action. */
            id?: number | null;
            /** @description The name of the event. */
            event?: string | null;
            /** @description Conditions on the events. */
            properties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description Whether the project's own tests are left out. */
            filterTestAccounts?: boolean | null;
            /** @description The event that exposes; the calls of the flag by default. */
            exposure_config?: components["schemas"]["ExposureConfig"] | null;
            /** @description Whether an entity that saw several variants is left out (by default), or counts for the first. */
            multiple_variant_handling?: ("exclude" | "first_seen") | null;
        };
        /** @description One property by whose values the results of a metric are cut. */
        ExperimentBreakdown: {
            /** @description The name of the property, or an expression. */
            property: string | number;
            /** @description The subject of the property, `event` by default. */
            type?: ("event" | "person" | "group" | "hogql") | null;
            /** @description The type of groups, with `group`. */
            group_type_index?: (0 | 1 | 2 | 3 | 4) | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            normalize_url?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            histogram_bin_count?: unknown;
        };
        /** @description The properties by whose values the results of a metric are cut. */
        ExperimentBreakdownFilter: {
            /** @description Up to 3 properties. */
            breakdowns?: components["schemas"]["ExperimentBreakdown"][] | null;
            /** @description One property, or several: the older form of `breakdowns`. */
            breakdown?: string | number | (string | number)[] | null;
            /** @description The subject of the property, `event` by default. */
            breakdown_type?: ("event" | "person" | "group" | "hogql") | null;
            /** @description The type of groups, with `group`. */
            breakdown_group_type_index?: (0 | 1 | 2 | 3 | 4) | null;
            /** @description The most values that are shown. */
            breakdown_limit?: number | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            breakdown_hide_other_aggregation?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            breakdown_histogram_bin_count?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            breakdown_normalize_url?: unknown;
        };
        /** @description The most that a variant may lose. */
        ExperimentGuardrail: {
            /** @description A share of the control's mean (0.05 is 5 %), or an absolute amount. */
            margin: number;
            /** @description Which of the two, `relative` by default. */
            difference_type?: ("relative" | "absolute") | null;
        };
        /** @description The currency of amounts: one for all, which changes nothing. */
        SeriesCurrency: {
            /** @description Accepted and without effect: clients keep it for themselves. */
            static?: unknown;
            /** @description A property with the currency of each event: refused, there are no rates here. */
            property?: unknown;
        };
        /** @description The events of a metric, and what is measured of them for each entity. */
        ExperimentSource: components["schemas"]["ExperimentEventsSource"] | components["schemas"]["ExperimentActionsSource"] | components["schemas"]["ExperimentDataWarehouseNode"];
        /** @description What a metric measures: events of one name, or of any. */
        ExperimentEventsSource: {
            /**
             * @description `EventsNode` for events of a name, `ActionsNode` for those of an action. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "EventsNode";
            /** @description The name of the events; null for any. */
            event?: string | null;
            /** @description A name for clients. */
            name?: string | null;
            /** @description The name that people gave it; results show it. */
            custom_name?: string | null;
            /** @description Conditions on the events. */
            properties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description Further conditions, which clients do not offer to change. */
            fixedProperties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description The measure; `total`, the number of events, by default. */
            math?: ("total" | "dau" | "unique_session" | "unique_group" | "hogql" | "sum" | "avg" | "min" | "max") | null;
            /** @description The property whose numbers are measured, with `sum`, `avg` and the like. */
            math_property?: string | null;
            /** @description `event_properties` (default), `person_properties`, `group_properties` or `session_properties`. */
            math_property_type?: string | null;
            /** @description An aggregate in SQL, with the measure `hogql`. */
            math_hogql?: string | null;
            /** @description The type of groups, with `unique_group` and `group_properties`. */
            math_group_type_index?: (0 | 1 | 2 | 3 | 4) | null;
            /** @description A factor of the numbers. */
            math_multiplier?: number | null;
            /** @description The currency of the numbers. */
            math_property_revenue_currency?: components["schemas"]["SeriesCurrency"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            optionalInFunnel?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            limit?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            orderBy?: unknown;
            /** @description The id of the action, of an `ActionsNode`. */
            id?: number | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            table_name?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            id_field?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            distinct_id_field?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            dw_source_type?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            timestamp_field?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            events_join_key?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            data_warehouse_join_key?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            version?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
        };
        /** @description What a metric measures: the events of an action. */
        ExperimentActionsSource: {
            /**
             * @description `EventsNode` for events of a name, `ActionsNode` for those of an action. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "ActionsNode";
            /** @description The name of the events; null for any. */
            event?: string | null;
            /** @description A name for clients. */
            name?: string | null;
            /** @description The name that people gave it; results show it. */
            custom_name?: string | null;
            /** @description Conditions on the events. */
            properties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description Further conditions, which clients do not offer to change. */
            fixedProperties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description The measure; `total`, the number of events, by default. */
            math?: ("total" | "dau" | "unique_session" | "unique_group" | "hogql" | "sum" | "avg" | "min" | "max") | null;
            /** @description The property whose numbers are measured, with `sum`, `avg` and the like. */
            math_property?: string | null;
            /** @description `event_properties` (default), `person_properties`, `group_properties` or `session_properties`. */
            math_property_type?: string | null;
            /** @description An aggregate in SQL, with the measure `hogql`. */
            math_hogql?: string | null;
            /** @description The type of groups, with `unique_group` and `group_properties`. */
            math_group_type_index?: (0 | 1 | 2 | 3 | 4) | null;
            /** @description A factor of the numbers. */
            math_multiplier?: number | null;
            /** @description The currency of the numbers. */
            math_property_revenue_currency?: components["schemas"]["SeriesCurrency"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            optionalInFunnel?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            limit?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            orderBy?: unknown;
            /** @description The id of the action, of an `ActionsNode`. */
            id: number;
            /** @description Accepted and without effect: clients keep it for themselves. */
            table_name?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            id_field?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            distinct_id_field?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            dw_source_type?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            timestamp_field?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            events_join_key?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            data_warehouse_join_key?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            version?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
        };
        /** @description A number for each entity, whose means are compared. */
        ExperimentMeanMetric: {
            /**
             * @description The kind of the metric.
             * @enum {string}
             */
            kind: "ExperimentMetric";
            /** @description Its id in the experiment; made where it is left out. */
            uuid?: string | null;
            /** @description Its name, for people. */
            name?: string | null;
            /** @description Names what it measures; made by the server. */
            fingerprint?: string | null;
            /** @description The direction that is better, `increase` by default. */
            goal?: ("increase" | "decrease") | null;
            /** @description The time after the exposure within which events count, in units; 0 and null: to the end of the experiment. */
            conversion_window?: number | null;
            /** @description The unit of that time, `day` by default; a month has 30 days. */
            conversion_window_unit?: ("second" | "minute" | "hour" | "day" | "week" | "month") | null;
            /** @description The properties that results are cut by. */
            breakdownFilter?: components["schemas"]["ExperimentBreakdownFilter"] | null;
            /** @description The most that may be lost: the metric is not to get worse by more. */
            guardrail?: components["schemas"]["ExperimentGuardrail"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            isSharedMetric?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            sharedMetricId?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            version?: unknown;
            /**
             * @description The type of the metric. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            metric_type: "mean";
            /** @description The events, and what is measured of them for each entity. */
            source: components["schemas"]["ExperimentSource"];
            /** @description Values below this percentile, from 0 to 1, count as it. */
            lower_bound_percentile?: number | null;
            /** @description Values above this percentile, from 0 to 1, count as it. */
            upper_bound_percentile?: number | null;
            /** @description Whether the percentiles are of values above 0 only. */
            ignore_zeros?: boolean | null;
        };
        /** @description The events of a metric. */
        ExperimentEvents: components["schemas"]["ExperimentEventsNode"] | components["schemas"]["ExperimentActionsNode"] | components["schemas"]["ExperimentDataWarehouseNode"];
        /** @description The events of a metric: events of one name, or of any. */
        ExperimentEventsNode: {
            /**
             * @description `EventsNode` for events of a name, `ActionsNode` for those of an action. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "EventsNode";
            /** @description The name of the events; null for any. */
            event?: string | null;
            /** @description A name for clients. */
            name?: string | null;
            /** @description The name that people gave it; results show it. */
            custom_name?: string | null;
            /** @description Conditions on the events. */
            properties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description Further conditions, which clients do not offer to change. */
            fixedProperties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description The measure; `total`, the number of events, by default. */
            math?: string | null;
            /** @description The property whose numbers are measured, with `sum`, `avg` and the like. */
            math_property?: string | null;
            /** @description `event_properties` (default), `person_properties`, `group_properties` or `session_properties`. */
            math_property_type?: string | null;
            /** @description An aggregate in SQL, with the measure `hogql`. */
            math_hogql?: string | null;
            /** @description The type of groups, with `unique_group` and `group_properties`. */
            math_group_type_index?: (0 | 1 | 2 | 3 | 4) | null;
            /** @description A factor of the numbers. */
            math_multiplier?: number | null;
            /** @description The currency of the numbers. */
            math_property_revenue_currency?: components["schemas"]["SeriesCurrency"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            optionalInFunnel?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            limit?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            orderBy?: unknown;
            /** @description The id of the action, of an `ActionsNode`. */
            id?: number | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            table_name?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            id_field?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            distinct_id_field?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            dw_source_type?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            timestamp_field?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            events_join_key?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            data_warehouse_join_key?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            version?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
        };
        /** @description The events of a metric: the events of an action. */
        ExperimentActionsNode: {
            /**
             * @description `EventsNode` for events of a name, `ActionsNode` for those of an action. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "ActionsNode";
            /** @description The name of the events; null for any. */
            event?: string | null;
            /** @description A name for clients. */
            name?: string | null;
            /** @description The name that people gave it; results show it. */
            custom_name?: string | null;
            /** @description Conditions on the events. */
            properties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description Further conditions, which clients do not offer to change. */
            fixedProperties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description The measure; `total`, the number of events, by default. */
            math?: string | null;
            /** @description The property whose numbers are measured, with `sum`, `avg` and the like. */
            math_property?: string | null;
            /** @description `event_properties` (default), `person_properties`, `group_properties` or `session_properties`. */
            math_property_type?: string | null;
            /** @description An aggregate in SQL, with the measure `hogql`. */
            math_hogql?: string | null;
            /** @description The type of groups, with `unique_group` and `group_properties`. */
            math_group_type_index?: (0 | 1 | 2 | 3 | 4) | null;
            /** @description A factor of the numbers. */
            math_multiplier?: number | null;
            /** @description The currency of the numbers. */
            math_property_revenue_currency?: components["schemas"]["SeriesCurrency"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            optionalInFunnel?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            limit?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            orderBy?: unknown;
            /** @description The id of the action, of an `ActionsNode`. */
            id: number;
            /** @description Accepted and without effect: clients keep it for themselves. */
            table_name?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            id_field?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            distinct_id_field?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            dw_source_type?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            timestamp_field?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            events_join_key?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            data_warehouse_join_key?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            version?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
        };
        /** @description The share of entities that did some steps after the exposure. */
        ExperimentFunnelMetric: {
            /**
             * @description The kind of the metric.
             * @enum {string}
             */
            kind: "ExperimentMetric";
            /** @description Its id in the experiment; made where it is left out. */
            uuid?: string | null;
            /** @description Its name, for people. */
            name?: string | null;
            /** @description Names what it measures; made by the server. */
            fingerprint?: string | null;
            /** @description The direction that is better, `increase` by default. */
            goal?: ("increase" | "decrease") | null;
            /** @description The time after the exposure within which events count, in units; 0 and null: to the end of the experiment. */
            conversion_window?: number | null;
            /** @description The unit of that time, `day` by default; a month has 30 days. */
            conversion_window_unit?: ("second" | "minute" | "hour" | "day" | "week" | "month") | null;
            /** @description The properties that results are cut by. */
            breakdownFilter?: components["schemas"]["ExperimentBreakdownFilter"] | null;
            /** @description The most that may be lost: the metric is not to get worse by more. */
            guardrail?: components["schemas"]["ExperimentGuardrail"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            isSharedMetric?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            sharedMetricId?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            version?: unknown;
            /**
             * @description The type of the metric. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            metric_type: "funnel";
            /** @description The steps after the exposure, at most 20. */
            series: components["schemas"]["ExperimentEvents"][];
            /** @description The order of steps, `ordered` by default. */
            funnel_order_type?: ("ordered" | "strict" | "unordered") | null;
        };
        /** @description The percentiles at which the values of entities are cut off. */
        ExperimentOutlierHandling: {
            /** @description Values below this percentile, from 0 to 1, count as it. */
            lower_bound_percentile?: number | null;
            /** @description Values above this percentile, from 0 to 1, count as it. */
            upper_bound_percentile?: number | null;
            /** @description Whether the percentiles are of values above 0 only. */
            ignore_zeros?: boolean | null;
        };
        /** @description The ratio of two sums. */
        ExperimentRatioMetric: {
            /**
             * @description The kind of the metric.
             * @enum {string}
             */
            kind: "ExperimentMetric";
            /** @description Its id in the experiment; made where it is left out. */
            uuid?: string | null;
            /** @description Its name, for people. */
            name?: string | null;
            /** @description Names what it measures; made by the server. */
            fingerprint?: string | null;
            /** @description The direction that is better, `increase` by default. */
            goal?: ("increase" | "decrease") | null;
            /** @description The time after the exposure within which events count, in units; 0 and null: to the end of the experiment. */
            conversion_window?: number | null;
            /** @description The unit of that time, `day` by default; a month has 30 days. */
            conversion_window_unit?: ("second" | "minute" | "hour" | "day" | "week" | "month") | null;
            /** @description The properties that results are cut by. */
            breakdownFilter?: components["schemas"]["ExperimentBreakdownFilter"] | null;
            /** @description The most that may be lost: the metric is not to get worse by more. */
            guardrail?: components["schemas"]["ExperimentGuardrail"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            isSharedMetric?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            sharedMetricId?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            version?: unknown;
            /**
             * @description The type of the metric. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            metric_type: "ratio";
            /** @description The events that are divided. */
            numerator: components["schemas"]["ExperimentSource"];
            /** @description The events that they are divided by. */
            denominator: components["schemas"]["ExperimentSource"];
            /** @description The percentiles at which numerators are cut off. */
            numerator_outlier_handling?: components["schemas"]["ExperimentOutlierHandling"] | null;
            /** @description The percentiles at which denominators are cut off. */
            denominator_outlier_handling?: components["schemas"]["ExperimentOutlierHandling"] | null;
        };
        /** @description The share of entities that came back within a time. */
        ExperimentRetentionMetric: {
            /**
             * @description The kind of the metric.
             * @enum {string}
             */
            kind: "ExperimentMetric";
            /** @description Its id in the experiment; made where it is left out. */
            uuid?: string | null;
            /** @description Its name, for people. */
            name?: string | null;
            /** @description Names what it measures; made by the server. */
            fingerprint?: string | null;
            /** @description The direction that is better, `increase` by default. */
            goal?: ("increase" | "decrease") | null;
            /** @description The time after the exposure within which events count, in units; 0 and null: to the end of the experiment. */
            conversion_window?: number | null;
            /** @description The unit of that time, `day` by default; a month has 30 days. */
            conversion_window_unit?: ("second" | "minute" | "hour" | "day" | "week" | "month") | null;
            /** @description The properties that results are cut by. */
            breakdownFilter?: components["schemas"]["ExperimentBreakdownFilter"] | null;
            /** @description The most that may be lost: the metric is not to get worse by more. */
            guardrail?: components["schemas"]["ExperimentGuardrail"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            isSharedMetric?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            sharedMetricId?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            version?: unknown;
            /**
             * @description The type of the metric. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            metric_type: "retention";
            /** @description The event that begins. */
            start_event: components["schemas"]["ExperimentEvents"];
            /** @description The event that returns. */
            completion_event: components["schemas"]["ExperimentEvents"];
            /** @description The units after the first event from which on a return counts. */
            retention_window_start: number;
            /** @description The units after it until which it counts. */
            retention_window_end: number;
            /**
             * @description The unit; a month has 30 days.
             * @enum {string}
             */
            retention_window_unit: "second" | "minute" | "hour" | "day" | "week" | "month";
            /**
             * @description Whether an entity begins with the first such event, or with the last.
             * @enum {string}
             */
            start_handling: "first_seen" | "last_seen";
        };
        /** @description A metric of an experiment, by its type. */
        ComputedMetric: components["schemas"]["ExperimentMeanMetric"] | components["schemas"]["ExperimentFunnelMetric"] | components["schemas"]["ExperimentRatioMetric"] | components["schemas"]["ExperimentRetentionMetric"];
        /** @description A session of somebody who came to a step of a funnel, and no further. */
        ExperimentStepSession: {
            /** @description The person, or the key of the group. */
            person_id: string;
            /** @description The session. */
            session_id: string;
            /** @description The event that came to the step. */
            event_uuid: string;
            /** @description The time of that event. */
            timestamp: string;
        };
        /** @description The variant that others are compared with. */
        ExperimentBaseline: {
            /** @description The variant. */
            key: string;
            /** @description The number of those exposed who count. */
            number_of_samples: number;
            /** @description The sum of their values; the number of those who converted, of a funnel. */
            sum: number;
            /** @description The sum of the squares of their values. */
            sum_squares: number;
            /** @description The least value, of a mean and of a ratio's numerator. */
            minimum?: number;
            /** @description The variances and covariances of the numbers, found about their means: each with itself, then with those after it. */
            covariances?: number[];
            /** @description The number of those who reached each step of a funnel. */
            step_counts?: number[];
            /** @description Sessions of some who came to the exposure, or to each step of a funnel, and no further. */
            step_sessions?: components["schemas"]["ExperimentStepSession"][][];
            /** @description The sum of the denominators, of a ratio and of retention. */
            denominator_sum?: number;
            /** @description The sum of the squares of the denominators. */
            denominator_sum_squares?: number;
            /** @description The sum of the products of numerators and denominators. */
            numerator_denominator_sum_product?: number;
            /** @description The sum of the same values before the exposure. */
            covariate_sum?: number;
            /** @description The sum of the squares of the values before. */
            covariate_sum_squares?: number;
            /** @description The sum of the products of the values before and after. */
            covariate_sum_product?: number;
            /** @description The sum of the denominators before the exposure. */
            covariate_denominator_sum?: number;
            /** @description The sum of the squares of the denominators before. */
            covariate_denominator_sum_squares?: number;
            /** @description The sum of the products of numerators and denominators before. */
            covariate_numerator_denominator_sum_product?: number;
            /** @description The sum of the products of denominators after and before. */
            denominator_covariate_denominator_sum_product?: number;
            /** @description The sum of the products of numerators after and denominators before. */
            numerator_covariate_denominator_sum_product?: number;
            /** @description The sum of the products of denominators after and numerators before. */
            denominator_covariate_sum_product?: number;
            /** @description The reasons for which it has no figures; empty where it has. */
            validation_failures: ("not-enough-exposures" | "baseline-mean-is-zero" | "not-enough-metric-data" | "inconsistent-sums" | "no-variance")[];
        };
        /** @description The expected loss of either choice. */
        ExperimentRisk: {
            /** @description The expected loss of staying with the baseline. */
            choosing_control: number;
            /** @description The expected loss of choosing the variant. */
            choosing_treatment: number;
        };
        /** @description A variant beside the margin of a guardrail metric. */
        ExperimentGuardrailResult: {
            /** @description The p-value of a loss by the margin or more. */
            p_value: number;
            /**
             * @description `safe`: worse by less than the margin; `breached`: worse by more than it.
             * @enum {string}
             */
            status: "safe" | "breached" | "inconclusive";
        };
        /** @description The correction for many tests. */
        ExperimentAdjustment: {
            /**
             * @description The correction.
             * @enum {string}
             */
            method: "holm" | "benjamini-hochberg";
            /** @description The tests that are decided together. */
            family: string;
            /** @description The number of them. */
            size: number;
        };
        /** @description A variant beside the baseline. */
        ExperimentVariantResult: {
            /** @description The variant. */
            key: string;
            /** @description The number of those exposed who count. */
            number_of_samples: number;
            /** @description The sum of their values; the number of those who converted, of a funnel. */
            sum: number;
            /** @description The sum of the squares of their values. */
            sum_squares: number;
            /** @description The least value, of a mean and of a ratio's numerator. */
            minimum?: number;
            /** @description The variances and covariances of the numbers, found about their means: each with itself, then with those after it. */
            covariances?: number[];
            /** @description The number of those who reached each step of a funnel. */
            step_counts?: number[];
            /** @description Sessions of some who came to the exposure, or to each step of a funnel, and no further. */
            step_sessions?: components["schemas"]["ExperimentStepSession"][][];
            /** @description The sum of the denominators, of a ratio and of retention. */
            denominator_sum?: number;
            /** @description The sum of the squares of the denominators. */
            denominator_sum_squares?: number;
            /** @description The sum of the products of numerators and denominators. */
            numerator_denominator_sum_product?: number;
            /** @description The sum of the same values before the exposure. */
            covariate_sum?: number;
            /** @description The sum of the squares of the values before. */
            covariate_sum_squares?: number;
            /** @description The sum of the products of the values before and after. */
            covariate_sum_product?: number;
            /** @description The sum of the denominators before the exposure. */
            covariate_denominator_sum?: number;
            /** @description The sum of the squares of the denominators before. */
            covariate_denominator_sum_squares?: number;
            /** @description The sum of the products of numerators and denominators before. */
            covariate_numerator_denominator_sum_product?: number;
            /** @description The sum of the products of denominators after and before. */
            denominator_covariate_denominator_sum_product?: number;
            /** @description The sum of the products of numerators after and denominators before. */
            numerator_covariate_denominator_sum_product?: number;
            /** @description The sum of the products of denominators after and numerators before. */
            denominator_covariate_sum_product?: number;
            /** @description The reasons for which it has no figures; empty where it has. */
            validation_failures: ("not-enough-exposures" | "baseline-mean-is-zero" | "not-enough-metric-data" | "inconsistent-sums" | "no-variance")[];
            /**
             * @description The method.
             * @enum {string}
             */
            method: "bayesian" | "frequentist";
            /** @description The p-value, of the frequentist method. */
            p_value?: number | null;
            /** @description The confidence interval, of the frequentist method. */
            confidence_interval?: [
                number,
                number
            ] | null;
            /** @description The chance to be the better one, of the Bayesian method. */
            chance_to_win?: number | null;
            /** @description The credible interval, of the Bayesian method. */
            credible_interval?: [
                number,
                number
            ] | null;
            /** @description Whether the result stands by itself; null without figures. */
            significant: boolean | null;
            /** @description The scale of the shown interval and of the risk. */
            difference_type: ("absolute" | "relative") | null;
            /** @description The absolute difference from the baseline. */
            difference: number | null;
            /** @description The interval of the difference. */
            difference_interval: [
                number,
                number
            ] | null;
            /** @description The difference as a share of the baseline; null where that is 0. */
            lift: number | null;
            /** @description The interval of the lift; null where it has no bounds. */
            lift_interval: [
                number,
                number
            ] | null;
            /** @description The expected loss of choosing either, on the shown scale. */
            risk: components["schemas"]["ExperimentRisk"] | null;
            /** @description The adjustment by what was before, where there is one. */
            cuped?: {
                /** @description The weight of the covariate. */
                theta: number;
            };
            /** @description The result of a guardrail metric. */
            guardrail?: components["schemas"]["ExperimentGuardrailResult"];
            /** @description The p-value among all tests of the family. */
            adjusted_p_value?: number;
            /** @description The correction for many tests. */
            adjustment?: components["schemas"]["ExperimentAdjustment"];
            /** @description Whether the result stands among all tests of the family. */
            adjusted_significant?: boolean;
            /** @description The interval of the difference that holds together with those of the whole family. */
            adjusted_difference_interval?: [
                number,
                number
            ] | null;
        };
        /** @description The figures of one value that a metric is cut by. */
        ExperimentBreakdownResult: {
            /** @description The values that are cut by. */
            breakdown_value: string[];
            /** @description The baseline among these. */
            baseline: components["schemas"]["ExperimentBaseline"];
            /** @description The other variants among these. */
            variants: components["schemas"]["ExperimentVariantResult"][];
        };
        /** @description The figures of one metric of an experiment. */
        ExperimentMetricResult: {
            /** @description The variant that others are compared with; null in an answer that failed. */
            baseline: components["schemas"]["ExperimentBaseline"] | null;
            /** @description The other variants beside it. */
            variant_results: components["schemas"]["ExperimentVariantResult"][];
            /** @description The figures of each value; null where the metric is not cut. */
            breakdown_results: components["schemas"]["ExperimentBreakdownResult"][] | null;
        };
        /** @description The exposures of one variant over time. */
        ExposureSeries: {
            /** @description The variant; `$multiple` for those who saw several. */
            variant: string;
            /** @description The days. */
            days: string[];
            /** @description The number of those exposed until the end of each day. */
            exposure_counts: number[];
        };
        /** @description The time of an experiment. */
        ExposureDateRange: {
            /** @description The start; null of an experiment that has not begun. */
            date_from: string | null;
            /** @description The end; null while it runs. */
            date_to: string | null;
        };
        /** @description Whether the variants were shown in the shares of the flag. */
        SampleRatioMismatch: {
            /** @description The expected number of each variant. */
            expected: {
                [key: string]: number;
            };
            /** @description The chance of a split as uneven as this one. */
            p_value: number;
        };
        /** @description The test of the split after one day. */
        DailySampleRatio: {
            /** @description The day, as `2026-01-05`. */
            day: string;
            /** @description The p-value of the exposures so far, to be read once; null while there are too few. */
            p_value: number | null;
            /** @description The p-value that may be read every day. */
            always_valid_p_value: number;
        };
        /** @description The test of the split of one source. */
        SourceSampleRatio: {
            /** @description The library that sent the exposures. */
            source: string;
            /** @description The p-value; null while there are too few exposures. */
            p_value: number | null;
            /** @description Whether the split is uneven, among all sources. */
            mismatch: boolean;
            /** @description The p-value among all sources. */
            adjusted_p_value?: number;
            /** @description The correction for many sources. */
            adjustment?: components["schemas"]["ExperimentAdjustment"];
        };
        /** @description The exposures of an experiment, and whether the split is that of the flag. */
        ExperimentExposures: {
            /** @description The exposures of each variant over time. */
            timeseries: components["schemas"]["ExposureSeries"][];
            /** @description The number of those exposed to each variant. */
            total_exposures: {
                [key: string]: number;
            };
            /** @description The time that counts; null in an answer that failed. */
            date_range: components["schemas"]["ExposureDateRange"] | null;
            /** @description The test of the split; null below 100 exposures. */
            sample_ratio_mismatch: components["schemas"]["SampleRatioMismatch"] | null;
            /** @description The test of the split, day by day. */
            sample_ratio_over_time?: components["schemas"]["DailySampleRatio"][];
            /** @description The test of the split, for each library. */
            sample_ratio_by_source?: components["schemas"]["SourceSampleRatio"][];
            /** @description Whether leaving out those with several variants can bias an uneven split; null where it cannot. */
            bias_risk: {
                /** @description The percentage of those who saw several variants. */
                multiple_variant_percentage: number;
            } | null;
        };
        /** @description The time that a query asked about. */
        ResolvedDateRange: {
            /** @description The first instant. */
            date_from: string;
            /** @description The last instant. */
            date_to: string;
        };
        /** @description The time that a step of a query took. */
        QueryTiming: {
            /** @description The step; `.` is all of them. */
            k: string;
            /** @description The seconds that it took. */
            t: number;
        };
        /** @description The rows of a statement. */
        ServiceSqlQueryResponse: {
            /** @description The options of the run that decide the result. */
            modifiers: {
                [key: string]: unknown;
            };
            /** @description The run of the same query in the background, if there is one. */
            query_status: components["schemas"]["QueryStatus"] | null;
            /** @description The time that was asked about, where the query names one. */
            resolved_date_range: components["schemas"]["ResolvedDateRange"] | null;
            /** @description Whether it is a cached answer. */
            is_cached: boolean;
            /** @description The time at which the answer was computed. */
            last_refresh: string;
            /** @description The earliest time to request a new one. */
            next_allowed_client_refresh: string;
            /** @description The name of the answer: equal for queries that must have equal answers. */
            cache_key: string;
            /** @description The time until which it is fresh; null: it never changes. */
            cache_target_age: string | null;
            /** @description The time zone of the project. */
            timezone: string;
            /** @description Always null. */
            calculation_trigger: null;
            /** @description The time of each step, with the modifier `timings`. */
            timings: components["schemas"]["QueryTiming"][] | null;
            /** @description The statement as it was understood. */
            hogql: string | null;
            /** @description The error of a query that asked for it with `debug`; otherwise empty or null. */
            error: string | null;
            /** @description Warnings about what was left out, in words. */
            warnings: string[];
            /** @description The rows, each a list of its cells in the order of `columns`. */
            results: unknown[][];
            /** @description The names of the columns. */
            columns: string[];
            /** @description Whether there are more rows; null where the query sets its own limit. */
            hasMore: boolean | null;
            /** @description The most rows that are returned; null where the query sets its own. */
            limit: number | null;
            /** @description The number of rows that were left out before them. */
            offset: number | null;
            /** @description The name and the type of each column. */
            types: [
                string,
                string
            ][];
            /** @description The token of the next page, null on the last; present where pages were requested. */
            after?: string | null;
            /** @description The statement of the engine, with the modifier `debug`. */
            clickhouse: string | null;
            /** @description Always null. */
            query: null;
            /** @description Always null. */
            metadata: null;
            /** @description The steps of the plan and the rows that it reads, with `explain`. */
            explain: string[] | null;
            /** @description Facts about the statement. */
            query_metadata: {
                /** @description The names of events that the statement has. */
                events: string[];
            };
        };
        /** @description A message about a place of a text of SQL. */
        SqlNotice: {
            /** @description The message, in words. */
            message: string;
            /** @description The start of the place in the text, in characters from 0. */
            start?: number;
            /** @description The end of the place. */
            end?: number;
            /** @description The text to write there. */
            fix?: string;
        };
        /** @description Whether a text of SQL is a query. */
        HogQLMetadataResponse: {
            /** @description The options of the run that decide the result. */
            modifiers: {
                [key: string]: unknown;
            };
            /** @description The run of the same query in the background, if there is one. */
            query_status: components["schemas"]["QueryStatus"] | null;
            /** @description The time that was asked about, where the query names one. */
            resolved_date_range: components["schemas"]["ResolvedDateRange"] | null;
            /** @description Whether it is a cached answer. */
            is_cached: boolean;
            /** @description The time at which the answer was computed. */
            last_refresh: string;
            /** @description The earliest time to request a new one. */
            next_allowed_client_refresh: string;
            /** @description The name of the answer: equal for queries that must have equal answers. */
            cache_key: string;
            /** @description The time until which it is fresh; null: it never changes. */
            cache_target_age: string | null;
            /** @description The time zone of the project. */
            timezone: string;
            /** @description Always null. */
            calculation_trigger: null;
            /** @description The time of each step, with the modifier `timings`. */
            timings?: components["schemas"]["QueryTiming"][] | null;
            /** @description Whether it is one. */
            isValid: boolean;
            /** @description The errors; none where it is one. */
            errors: components["schemas"]["SqlNotice"][];
            /** @description The warnings about what it does. */
            warnings: components["schemas"]["SqlNotice"][];
            /** @description Remarks, such as another name of a cohort. */
            notices: components["schemas"]["SqlNotice"][];
            /** @description The text. */
            query: string;
            /** @description The tables that it names. */
            table_names: string[];
            /**
             * @description Whether it is narrowed to a time, and so reads a part of the events.
             * @enum {string}
             */
            isUsingIndices: "yes" | "no" | "partial" | "undecisive";
            /** @description The rows of tables that it would read, where that is known. */
            estimated_rows: number | null;
        };
        /** @description A field of a table that SQL may name. */
        SqlTableField: {
            /** @description The name of the field. */
            name: string;
            /** @description The field as SQL. */
            hogql_value: string;
            /** @description The type: `string`, `integer`, `float`, `datetime`, `json`, `lazy_table`, …. */
            type: string;
            /**
             * @description Always true.
             * @enum {boolean}
             */
            schema_valid: true;
            /** @description The table that its fields come from. */
            table?: string;
            /** @description The names of its fields. */
            fields?: string[];
        };
        /** @description A table that SQL may name. */
        SqlTable: {
            /** @description The name of the table. */
            id: string;
            /** @description The name of the table. */
            name: string;
            /**
             * @description Always `posthog`.
             * @enum {string}
             */
            type: "posthog";
            /** @description The fields by their names. */
            fields: {
                [key: string]: components["schemas"]["SqlTableField"];
            };
        };
        /** @description The tables that SQL may name, with their fields. */
        DatabaseSchemaQueryResponse: {
            /** @description The options of the run that decide the result. */
            modifiers: {
                [key: string]: unknown;
            };
            /** @description The run of the same query in the background, if there is one. */
            query_status: components["schemas"]["QueryStatus"] | null;
            /** @description The time that was asked about, where the query names one. */
            resolved_date_range: components["schemas"]["ResolvedDateRange"] | null;
            /** @description Whether it is a cached answer. */
            is_cached: boolean;
            /** @description The time at which the answer was computed. */
            last_refresh: string;
            /** @description The earliest time to request a new one. */
            next_allowed_client_refresh: string;
            /** @description The name of the answer: equal for queries that must have equal answers. */
            cache_key: string;
            /** @description The time until which it is fresh; null: it never changes. */
            cache_target_age: string | null;
            /** @description The time zone of the project. */
            timezone: string;
            /** @description Always null. */
            calculation_trigger: null;
            /** @description The time of each step, with the modifier `timings`. */
            timings?: components["schemas"]["QueryTiming"][] | null;
            /** @description The tables by their names. */
            tables: {
                [key: string]: components["schemas"]["SqlTable"];
            };
            /** @description Always empty. */
            joins: string[];
            /** @description The error of a query that asked for it with `debug`. */
            error?: string;
        };
        /** @description A series of trends, and what is measured of it. */
        MeasuredSeries: {
            /** @description The event's name or the action's id; null for all events. */
            id: string | number | null;
            /**
             * @description Whether it is of an action or of events.
             * @enum {string}
             */
            type: "actions" | "events";
            /** @description The place of the series in the query, from 0. */
            order: number;
            /** @description The name of the event or the action. */
            name: string;
            /** @description The name that the query gives it. */
            custom_name: string | null;
            /** @description The measure; null: the number of events. */
            math: string | null;
            /** @description The property that is measured. */
            math_property: string | null;
            /** @description The expression that is measured. */
            math_hogql: string | null;
            /** @description The type of the groups that are counted. */
            math_group_type_index: number | null;
            /** @description Always empty. */
            properties: unknown;
            /** @description The first instant of each interval. */
            days: string[];
        };
        /** @description The query that a result is of, in short. */
        TrendsResultFilter: {
            /**
             * @description Always `TRENDS`.
             * @enum {string}
             */
            insight: "TRENDS";
            /** @description The form in which it is drawn. */
            display: string;
            /** @description The unit of time that it is cut into. */
            interval: string;
            /** @description The start, as the query has it. */
            date_from: string | null;
            /** @description The end, as the query has it. */
            date_to: string | null;
        };
        /** @description A series or a formula over time, or its total. */
        TrendsResult: {
            /** @description The number of each interval; of a total it is empty, or null where it is that of a formula. */
            data: number[] | null;
            /** @description The sum of the numbers; the last one where they are added up. */
            count: number;
            /** @description The total, where the query asks for one number. */
            aggregated_value?: number;
            /** @description The intervals: `2026-01-05`, or `2026-01-05 10:00:00` of shorter ones. */
            days: string[];
            /** @description The intervals as charts name them: `5-Jan-2026`; absent for a total. */
            labels?: string[];
            /** @description The name of the series, of its breakdown value, or of both. */
            label: string;
            /** @description The series; null for a formula. */
            action: components["schemas"]["MeasuredSeries"] | null;
            /** @description The query in short. */
            filter: components["schemas"]["TrendsResultFilter"];
            /** @description The value that it is cut by: a list where the query has a list. */
            breakdown_value?: string | number | string[];
            /**
             * @description Whether it is compared with an earlier time; absent where not.
             * @enum {boolean}
             */
            compare?: true;
            /**
             * @description The time that it is of.
             * @enum {string}
             */
            compare_label?: "current" | "previous";
        };
        /** @description The number of events, or another measure of them, over time. */
        TrendsQueryResponse: {
            /** @description The options of the run that decide the result. */
            modifiers: {
                [key: string]: unknown;
            };
            /** @description The run of the same query in the background, if there is one. */
            query_status: components["schemas"]["QueryStatus"] | null;
            /** @description The time that was asked about, where the query names one. */
            resolved_date_range: components["schemas"]["ResolvedDateRange"] | null;
            /** @description Whether it is a cached answer. */
            is_cached: boolean;
            /** @description The time at which the answer was computed. */
            last_refresh: string;
            /** @description The earliest time to request a new one. */
            next_allowed_client_refresh: string;
            /** @description The name of the answer: equal for queries that must have equal answers. */
            cache_key: string;
            /** @description The time until which it is fresh; null: it never changes. */
            cache_target_age: string | null;
            /** @description The time zone of the project. */
            timezone: string;
            /** @description Always null. */
            calculation_trigger: null;
            /** @description The time of each step, with the modifier `timings`. */
            timings: components["schemas"]["QueryTiming"][] | null;
            /** @description The statement as it was understood. */
            hogql: string | null;
            /** @description The error of a query that asked for it with `debug`; otherwise empty or null. */
            error: string | null;
            /** @description Warnings about what was left out, in words. */
            warnings: string[];
            /** @description The statement of the engine, with the modifier `debug`. */
            clickhouse_sql: string | null;
            /** @description The series or formulas of the time, then those of the time before. */
            results: components["schemas"]["TrendsResult"][];
            /** @description Whether values to cut by were left out. */
            hasMore: boolean;
        };
        /** @description Events one by one, or groups of them. */
        EventsQueryResponse: {
            /** @description The options of the run that decide the result. */
            modifiers: {
                [key: string]: unknown;
            };
            /** @description The run of the same query in the background, if there is one. */
            query_status: components["schemas"]["QueryStatus"] | null;
            /** @description The time that was asked about, where the query names one. */
            resolved_date_range: components["schemas"]["ResolvedDateRange"] | null;
            /** @description Whether it is a cached answer. */
            is_cached: boolean;
            /** @description The time at which the answer was computed. */
            last_refresh: string;
            /** @description The earliest time to request a new one. */
            next_allowed_client_refresh: string;
            /** @description The name of the answer: equal for queries that must have equal answers. */
            cache_key: string;
            /** @description The time until which it is fresh; null: it never changes. */
            cache_target_age: string | null;
            /** @description The time zone of the project. */
            timezone: string;
            /** @description Always null. */
            calculation_trigger: null;
            /** @description The time of each step, with the modifier `timings`. */
            timings: components["schemas"]["QueryTiming"][] | null;
            /** @description The statement as it was understood. */
            hogql: string | null;
            /** @description The error of a query that asked for it with `debug`; otherwise empty or null. */
            error: string | null;
            /** @description Warnings about what was left out, in words. */
            warnings: string[];
            /** @description The rows, each a list of its cells in the order of `columns`. */
            results: unknown[][];
            /** @description The names of the columns. */
            columns: string[];
            /** @description Whether there are more rows; null where the query sets its own limit. */
            hasMore: boolean | null;
            /** @description The most rows that are returned; null where the query sets its own. */
            limit: number | null;
            /** @description The number of rows that were left out before them. */
            offset: number | null;
            /** @description The types of the columns. */
            types: string[];
            /** @description The statement of the engine, with the modifier `debug`. */
            clickhouse: string | null;
            /** @description The place after the last row, as `after` or `before` of the next page; null without one. */
            nextCursor: string | null;
        };
        /** @description Persons or groups. */
        ActorsQueryResponse: {
            /** @description The options of the run that decide the result. */
            modifiers: {
                [key: string]: unknown;
            };
            /** @description The run of the same query in the background, if there is one. */
            query_status: components["schemas"]["QueryStatus"] | null;
            /** @description The time that was asked about, where the query names one. */
            resolved_date_range: components["schemas"]["ResolvedDateRange"] | null;
            /** @description Whether it is a cached answer. */
            is_cached: boolean;
            /** @description The time at which the answer was computed. */
            last_refresh: string;
            /** @description The earliest time to request a new one. */
            next_allowed_client_refresh: string;
            /** @description The name of the answer: equal for queries that must have equal answers. */
            cache_key: string;
            /** @description The time until which it is fresh; null: it never changes. */
            cache_target_age: string | null;
            /** @description The time zone of the project. */
            timezone: string;
            /** @description Always null. */
            calculation_trigger: null;
            /** @description The time of each step, with the modifier `timings`. */
            timings: components["schemas"]["QueryTiming"][] | null;
            /** @description The statement as it was understood. */
            hogql: string | null;
            /** @description The error of a query that asked for it with `debug`; otherwise empty or null. */
            error: string | null;
            /** @description Warnings about what was left out, in words. */
            warnings: string[];
            /** @description The rows, each a list of its cells in the order of `columns`. */
            results: unknown[][];
            /** @description The names of the columns. */
            columns: string[];
            /** @description Whether there are more rows; null where the query sets its own limit. */
            hasMore: boolean | null;
            /** @description The most rows that are returned; null where the query sets its own. */
            limit: number | null;
            /** @description The number of rows that were left out before them. */
            offset: number | null;
            /** @description The types of the columns. */
            types: string[];
            /** @description The statement of the engine, with the modifier `debug`. */
            clickhouse: string | null;
            /** @description The number of rows whose person or group is not known; null in an answer that failed. */
            missing_actors_count: number | null;
        };
        /** @description A value by which actors of a result can be selected. */
        ActorOption: {
            /** @description The value, for people. */
            label: string;
            /** @description The value that a selection may have. */
            value: string | number | (string | number)[];
        };
        /** @description The values by which actors of a result can be selected; each is null where the result has no such part. */
        InsightActorsQueryOptionsResponse: {
            /** @description The options of the run that decide the result. */
            modifiers: {
                [key: string]: unknown;
            };
            /** @description The run of the same query in the background, if there is one. */
            query_status: components["schemas"]["QueryStatus"] | null;
            /** @description The time that was asked about, where the query names one. */
            resolved_date_range: components["schemas"]["ResolvedDateRange"] | null;
            /** @description Whether it is a cached answer. */
            is_cached: boolean;
            /** @description The time at which the answer was computed. */
            last_refresh: string;
            /** @description The earliest time to request a new one. */
            next_allowed_client_refresh: string;
            /** @description The name of the answer: equal for queries that must have equal answers. */
            cache_key: string;
            /** @description The time until which it is fresh; null: it never changes. */
            cache_target_age: string | null;
            /** @description The time zone of the project. */
            timezone: string;
            /** @description Always null. */
            calculation_trigger: null;
            /** @description The time of each step, with the modifier `timings`. */
            timings: components["schemas"]["QueryTiming"][] | null;
            /** @description The statement as it was understood. */
            hogql: string | null;
            /** @description The error of a query that asked for it with `debug`; otherwise empty or null. */
            error: string | null;
            /** @description Warnings about what was left out, in words. */
            warnings: string[];
            /** @description The statement of the engine, with the modifier `debug`. */
            clickhouse_sql: string | null;
            /** @description The intervals. */
            day: components["schemas"]["ActorOption"][] | null;
            /** @description The states of a lifecycle. */
            status: components["schemas"]["ActorOption"][] | null;
            /** @description The numbers of intervals, or the periods of retention. */
            interval: components["schemas"]["ActorOption"][] | null;
            /** @description The values that the result is cut by. */
            breakdown: components["schemas"]["ActorOption"][] | null;
            /** @description The series. */
            series: components["schemas"]["ActorOption"][] | null;
            /** @description The times that are compared. */
            compare: components["schemas"]["ActorOption"][] | null;
        };
        /** @description A step of a funnel and the actors who reached it. */
        FunnelStepResult: {
            /** @description The event's name or the action's id; null for any event or step. */
            action_id: string | number | null;
            /** @description The name of the step. */
            name: string;
            /** @description The name that the query gives it. */
            custom_name: string | null;
            /** @description Its place, from 0. */
            order: number;
            /**
             * @description Whether it is of an action or of events.
             * @enum {string}
             */
            type: "actions" | "events";
            /** @description Always empty: actors are those of `FunnelsActorsQuery`. */
            people: string[];
            /** @description The number of actors who reached it. */
            count: number;
            /** @description The mean seconds from the step before; null for the first. */
            average_conversion_time: number | null;
            /** @description The median seconds from the step before; null for the first. */
            median_conversion_time: number | null;
            /** @description The value that the funnel is cut by, as it is shown. */
            breakdown?: string | number | (string | number)[];
            /** @description The value that the funnel is cut by; 0 for all cohorts. */
            breakdown_value?: string | number | (string | number)[];
        };
        /** @description The conversion over time, with `funnelVizType` `trends`. */
        FunnelCurve: {
            /** @description The number of intervals. */
            count: number;
            /** @description The percentage of those who entered in each interval that converted. */
            data: number[];
            /** @description The intervals: `2026-01-05`, or `2026-01-05 10:00:00` of shorter ones. */
            days: string[];
            /** @description The intervals as charts name them: `5-Jan-2026`. */
            labels: string[];
            /** @description The value that the funnel is cut by. */
            breakdown_value?: string | number | (string | number)[];
        };
        /** @description The times that actors took, with `funnelVizType` `time_to_convert`. */
        FunnelTimes: {
            /** @description The bars: the seconds at which each begins, and its number of actors. */
            bins: [
                number,
                number
            ][];
            /** @description The mean seconds; null where nobody converted. */
            average_conversion_time: number | null;
        };
        /** @description The number of actors who reach each step. */
        FunnelsQueryResponse: {
            /** @description The options of the run that decide the result. */
            modifiers: {
                [key: string]: unknown;
            };
            /** @description The run of the same query in the background, if there is one. */
            query_status: components["schemas"]["QueryStatus"] | null;
            /** @description The time that was asked about, where the query names one. */
            resolved_date_range: components["schemas"]["ResolvedDateRange"] | null;
            /** @description Whether it is a cached answer. */
            is_cached: boolean;
            /** @description The time at which the answer was computed. */
            last_refresh: string;
            /** @description The earliest time to request a new one. */
            next_allowed_client_refresh: string;
            /** @description The name of the answer: equal for queries that must have equal answers. */
            cache_key: string;
            /** @description The time until which it is fresh; null: it never changes. */
            cache_target_age: string | null;
            /** @description The time zone of the project. */
            timezone: string;
            /** @description Always null. */
            calculation_trigger: null;
            /** @description The time of each step, with the modifier `timings`. */
            timings: components["schemas"]["QueryTiming"][] | null;
            /** @description The statement as it was understood. */
            hogql: string | null;
            /** @description The error of a query that asked for it with `debug`; otherwise empty or null. */
            error: string | null;
            /** @description Warnings about what was left out, in words. */
            warnings: string[];
            /** @description The statement of the engine, with the modifier `debug`. */
            clickhouse_sql: string | null;
            /** @description The steps, a list of them for each value that the funnel is cut by; curves or times with another `funnelVizType`. */
            results: components["schemas"]["FunnelStepResult"][] | components["schemas"]["FunnelStepResult"][][] | components["schemas"]["FunnelCurve"][] | components["schemas"]["FunnelTimes"] | components["schemas"]["FunnelTimes"][];
        };
        /** @description An event or property that goes with an outcome. */
        CorrelatedEvent: {
            /** @description The event or the property, as `plan::pro`. */
            event: string;
            /** @description The property of an event with properties. */
            properties: {
                [key: string]: string;
            };
            /** @description Always empty. */
            elements: string[];
        };
        /** @description An event or property, and the outcome of a funnel that it goes with. */
        CorrelationResult: {
            /** @description The event or property. */
            event: components["schemas"]["CorrelatedEvent"];
            /** @description The number of actors with it who converted. */
            success_count: number;
            /** @description The number of actors with it who did not. */
            failure_count: number;
            /** @description The odds of converting with it beside those without it. */
            odds_ratio: number;
            /**
             * @description The outcome that it goes with.
             * @enum {string}
             */
            correlation_type: "success" | "failure";
        };
        /** @description What goes with converting in a funnel, or with not converting. */
        CorrelationResults: {
            /** @description Those of success first, the strongest of each first. */
            events: components["schemas"]["CorrelationResult"][];
            /** @description Whether one outcome is so rare that they mean little. */
            skewed: boolean;
        };
        /** @description What goes with the outcomes of a funnel. */
        FunnelCorrelationQueryResponse: {
            /** @description The options of the run that decide the result. */
            modifiers: {
                [key: string]: unknown;
            };
            /** @description The run of the same query in the background, if there is one. */
            query_status: components["schemas"]["QueryStatus"] | null;
            /** @description The time that was asked about, where the query names one. */
            resolved_date_range: components["schemas"]["ResolvedDateRange"] | null;
            /** @description Whether it is a cached answer. */
            is_cached: boolean;
            /** @description The time at which the answer was computed. */
            last_refresh: string;
            /** @description The earliest time to request a new one. */
            next_allowed_client_refresh: string;
            /** @description The name of the answer: equal for queries that must have equal answers. */
            cache_key: string;
            /** @description The time until which it is fresh; null: it never changes. */
            cache_target_age: string | null;
            /** @description The time zone of the project. */
            timezone: string;
            /** @description Always null. */
            calculation_trigger: null;
            /** @description The time of each step, with the modifier `timings`. */
            timings: components["schemas"]["QueryTiming"][] | null;
            /** @description The statement as it was understood. */
            hogql: string | null;
            /** @description The error of a query that asked for it with `debug`; otherwise empty or null. */
            error: string | null;
            /** @description Warnings about what was left out, in words. */
            warnings: string[];
            /** @description The statement of the engine, with the modifier `debug`. */
            clickhouse_sql: string | null;
            /** @description The correlations. */
            results: components["schemas"]["CorrelationResults"];
        };
        /** @description The actors of one state in each interval. */
        LifecycleResult: {
            /** @description The series. */
            action: {
                /** @description The event's name or the action's id; null for all events. */
                id: string | number | null;
                /**
                 * @description Whether it is of an action or of events.
                 * @enum {string}
                 */
                type: "actions" | "events";
                /** @description The place of the series in the query, from 0. */
                order: number;
                /** @description The name of the event or the action. */
                name: string;
                /** @description The name that the query gives it. */
                custom_name: string | null;
                /**
                 * @description Always `total`.
                 * @enum {string}
                 */
                math: "total";
            };
            /** @description The series and the state. */
            label: string;
            /**
             * @description The state.
             * @enum {string}
             */
            status: "new" | "returning" | "resurrecting" | "dormant";
            /** @description The number of actors in each interval; negative for those who left. */
            data: number[];
            /** @description The sum of the numbers. */
            count: number;
            /** @description The intervals: `2026-01-05`, or `2026-01-05 10:00:00` of shorter ones. */
            days: string[];
            /** @description The intervals as charts name them: `5-Jan-2026`. */
            labels: string[];
        };
        /** @description The actors who are new, stay, come back and leave. */
        LifecycleQueryResponse: {
            /** @description The options of the run that decide the result. */
            modifiers: {
                [key: string]: unknown;
            };
            /** @description The run of the same query in the background, if there is one. */
            query_status: components["schemas"]["QueryStatus"] | null;
            /** @description The time that was asked about, where the query names one. */
            resolved_date_range: components["schemas"]["ResolvedDateRange"] | null;
            /** @description Whether it is a cached answer. */
            is_cached: boolean;
            /** @description The time at which the answer was computed. */
            last_refresh: string;
            /** @description The earliest time to request a new one. */
            next_allowed_client_refresh: string;
            /** @description The name of the answer: equal for queries that must have equal answers. */
            cache_key: string;
            /** @description The time until which it is fresh; null: it never changes. */
            cache_target_age: string | null;
            /** @description The time zone of the project. */
            timezone: string;
            /** @description Always null. */
            calculation_trigger: null;
            /** @description The time of each step, with the modifier `timings`. */
            timings: components["schemas"]["QueryTiming"][] | null;
            /** @description The statement as it was understood. */
            hogql: string | null;
            /** @description The error of a query that asked for it with `debug`; otherwise empty or null. */
            error: string | null;
            /** @description Warnings about what was left out, in words. */
            warnings: string[];
            /** @description The statement of the engine, with the modifier `debug`. */
            clickhouse_sql: string | null;
            /** @description One for each state, in their order. */
            results: components["schemas"]["LifecycleResult"][];
        };
        /** @description The series that a result is of. */
        ResultSeries: {
            /** @description The event's name or the action's id; null for all events. */
            id: string | number | null;
            /**
             * @description Whether it is of an action or of events.
             * @enum {string}
             */
            type: "actions" | "events";
            /** @description The place of the series in the query, from 0. */
            order: number;
            /** @description The name of the event or the action. */
            name: string;
            /** @description The name that the query gives it. */
            custom_name: string | null;
        };
        /** @description The number of intervals in which actors of a series were active. */
        StickinessResult: {
            /** @description The number of actors. */
            count: number;
            /** @description The number of actors active in one interval, in two, and so on. */
            data: number[];
            /** @description The numbers of intervals, from 1. */
            days: number[];
            /** @description The numbers of intervals as charts name them: `2 days`. */
            labels: string[];
            /** @description The name of the series. */
            label: string;
            /** @description The series. */
            action: components["schemas"]["ResultSeries"];
            /**
             * @description Whether it is compared with an earlier time; absent where not.
             * @enum {boolean}
             */
            compare?: true;
            /**
             * @description The time that it is of.
             * @enum {string}
             */
            compare_label?: "current" | "previous";
        };
        /** @description The number of intervals in which actors did something. */
        StickinessQueryResponse: {
            /** @description The options of the run that decide the result. */
            modifiers: {
                [key: string]: unknown;
            };
            /** @description The run of the same query in the background, if there is one. */
            query_status: components["schemas"]["QueryStatus"] | null;
            /** @description The time that was asked about, where the query names one. */
            resolved_date_range: components["schemas"]["ResolvedDateRange"] | null;
            /** @description Whether it is a cached answer. */
            is_cached: boolean;
            /** @description The time at which the answer was computed. */
            last_refresh: string;
            /** @description The earliest time to request a new one. */
            next_allowed_client_refresh: string;
            /** @description The name of the answer: equal for queries that must have equal answers. */
            cache_key: string;
            /** @description The time until which it is fresh; null: it never changes. */
            cache_target_age: string | null;
            /** @description The time zone of the project. */
            timezone: string;
            /** @description Always null. */
            calculation_trigger: null;
            /** @description The time of each step, with the modifier `timings`. */
            timings: components["schemas"]["QueryTiming"][] | null;
            /** @description The statement as it was understood. */
            hogql: string | null;
            /** @description The error of a query that asked for it with `debug`; otherwise empty or null. */
            error: string | null;
            /** @description Warnings about what was left out, in words. */
            warnings: string[];
            /** @description The statement of the engine, with the modifier `debug`. */
            clickhouse_sql: string | null;
            /** @description Each series, in the time before too where it is compared. */
            results: components["schemas"]["StickinessResult"][];
        };
        /** @description A step of actors from one event to the next. */
        PathEdge: {
            /** @description The position in the path and the step, as `1_/home`. */
            source: string;
            /** @description The step after it, with its position. */
            target: string;
            /** @description The number of actors who went so. */
            value: number;
            /** @description The mean time between the two, in milliseconds. */
            average_conversion_time: number;
        };
        /** @description The ways of actors from one event to the next. */
        PathsQueryResponse: {
            /** @description The options of the run that decide the result. */
            modifiers: {
                [key: string]: unknown;
            };
            /** @description The run of the same query in the background, if there is one. */
            query_status: components["schemas"]["QueryStatus"] | null;
            /** @description The time that was asked about, where the query names one. */
            resolved_date_range: components["schemas"]["ResolvedDateRange"] | null;
            /** @description Whether it is a cached answer. */
            is_cached: boolean;
            /** @description The time at which the answer was computed. */
            last_refresh: string;
            /** @description The earliest time to request a new one. */
            next_allowed_client_refresh: string;
            /** @description The name of the answer: equal for queries that must have equal answers. */
            cache_key: string;
            /** @description The time until which it is fresh; null: it never changes. */
            cache_target_age: string | null;
            /** @description The time zone of the project. */
            timezone: string;
            /** @description Always null. */
            calculation_trigger: null;
            /** @description The time of each step, with the modifier `timings`. */
            timings: components["schemas"]["QueryTiming"][] | null;
            /** @description The statement as it was understood. */
            hogql: string | null;
            /** @description The error of a query that asked for it with `debug`; otherwise empty or null. */
            error: string | null;
            /** @description Warnings about what was left out, in words. */
            warnings: string[];
            /** @description The statement of the engine, with the modifier `debug`. */
            clickhouse_sql: string | null;
            /** @description The steps, those of most actors first. */
            results: components["schemas"]["PathEdge"][];
        };
        /** @description The actors who came back in one period. */
        RetentionCell: {
            /** @description The number of actors. */
            count: number;
            /** @description The period: `Day 1`. */
            label: string;
        };
        /** @description The actors who began in one period, and when they came back. */
        RetentionRow: {
            /** @description The first instant of the period. */
            date: string;
            /** @description The period: `Day 0`. */
            label: string;
            /** @description Those who began, then those who came back in each period after it. */
            values: components["schemas"]["RetentionCell"][];
            /** @description The value that the actors are cut by. */
            breakdown_value?: string | number;
        };
        /** @description The actors who come back. */
        RetentionQueryResponse: {
            /** @description The options of the run that decide the result. */
            modifiers: {
                [key: string]: unknown;
            };
            /** @description The run of the same query in the background, if there is one. */
            query_status: components["schemas"]["QueryStatus"] | null;
            /** @description The time that was asked about, where the query names one. */
            resolved_date_range: components["schemas"]["ResolvedDateRange"] | null;
            /** @description Whether it is a cached answer. */
            is_cached: boolean;
            /** @description The time at which the answer was computed. */
            last_refresh: string;
            /** @description The earliest time to request a new one. */
            next_allowed_client_refresh: string;
            /** @description The name of the answer: equal for queries that must have equal answers. */
            cache_key: string;
            /** @description The time until which it is fresh; null: it never changes. */
            cache_target_age: string | null;
            /** @description The time zone of the project. */
            timezone: string;
            /** @description Always null. */
            calculation_trigger: null;
            /** @description The time of each step, with the modifier `timings`. */
            timings: components["schemas"]["QueryTiming"][] | null;
            /** @description The statement as it was understood. */
            hogql: string | null;
            /** @description The error of a query that asked for it with `debug`; otherwise empty or null. */
            error: string | null;
            /** @description Warnings about what was left out, in words. */
            warnings: string[];
            /** @description The statement of the engine, with the modifier `debug`. */
            clickhouse_sql: string | null;
            /** @description A row for each period, for each value that the actors are cut by. */
            results: components["schemas"]["RetentionRow"][];
        };
        /** @description A part of the time, and how often an issue occurred in it. */
        ErrorIssueVolume: {
            /** @description The instant at which the part begins. */
            label: string;
            /** @description The number of exceptions in it. */
            value: number;
        };
        /** @description The numbers of an issue. */
        ErrorIssueAggregations: {
            /** @description The number of exceptions. */
            occurrences: number;
            /** @description The number of persons who met it. */
            users: number;
            /** @description The number of sessions in which it occurred. */
            sessions: number;
            /** @description The number of exceptions in each part of the time. */
            volumeRange: number[];
            /** @description The same with the beginning of each part. */
            volume_buckets: components["schemas"]["ErrorIssueVolume"][];
        };
        /** @description The exceptions of one fingerprint. */
        ErrorIssue: {
            /** @description The id of the issue: the one that events name, or one that follows from the fingerprint. */
            id: string;
            /** @description The type of the latest exception. */
            name: string;
            /** @description The message of the latest exception. */
            description: string;
            /**
             * @description Always `active`.
             * @enum {string}
             */
            status: "active";
            /** @description Always null. */
            assignee: null;
            /** @description Always empty. */
            external_issues: string[];
            /** @description The time of the first exception within the time of the query. */
            first_seen: string;
            /** @description The time of the latest one. */
            last_seen: string;
            /** @description The library that sent the latest one. */
            library: string;
            /** @description The function that threw it, where the stack has it. */
            function: string;
            /** @description The file of that function. */
            source: string;
            /** @description The numbers of the issue. */
            aggregations: components["schemas"]["ErrorIssueAggregations"];
        };
        /** @description Exceptions that were captured, by issue. */
        ErrorTrackingQueryResponse: {
            /** @description The options of the run that decide the result. */
            modifiers: {
                [key: string]: unknown;
            };
            /** @description The run of the same query in the background, if there is one. */
            query_status: components["schemas"]["QueryStatus"] | null;
            /** @description The time that was asked about, where the query names one. */
            resolved_date_range: components["schemas"]["ResolvedDateRange"] | null;
            /** @description Whether it is a cached answer. */
            is_cached: boolean;
            /** @description The time at which the answer was computed. */
            last_refresh: string;
            /** @description The earliest time to request a new one. */
            next_allowed_client_refresh: string;
            /** @description The name of the answer: equal for queries that must have equal answers. */
            cache_key: string;
            /** @description The time until which it is fresh; null: it never changes. */
            cache_target_age: string | null;
            /** @description The time zone of the project. */
            timezone: string;
            /** @description Always null. */
            calculation_trigger: null;
            /** @description The time of each step, with the modifier `timings`. */
            timings: components["schemas"]["QueryTiming"][] | null;
            /** @description The statement as it was understood. */
            hogql: string | null;
            /** @description The error of a query that asked for it with `debug`; otherwise empty or null. */
            error: string | null;
            /** @description Warnings about what was left out, in words. */
            warnings: string[];
            /** @description The statement of the engine, with the modifier `debug`. */
            clickhouse_sql: string | null;
            /** @description The issues in their order. */
            results: components["schemas"]["ErrorIssue"][];
            /** @description The columns in which they are shown; absent in an answer that failed. */
            columns?: string[];
            /** @description Whether there are more issues; absent in an answer that failed. */
            hasMore?: boolean;
            /** @description The most issues of the answer; absent in an answer that failed. */
            limit?: number;
            /** @description The issues that were left out before the first one; absent in an answer that failed. */
            offset?: number;
        };
        /** @description The variants of an experiment, compared by one metric. */
        ExperimentQueryResponse: {
            /** @description The options of the run that decide the result. */
            modifiers: {
                [key: string]: unknown;
            };
            /** @description The run of the same query in the background, if there is one. */
            query_status: components["schemas"]["QueryStatus"] | null;
            /** @description The time that was asked about, where the query names one. */
            resolved_date_range: components["schemas"]["ResolvedDateRange"] | null;
            /** @description Whether it is a cached answer. */
            is_cached: boolean;
            /** @description The time at which the answer was computed. */
            last_refresh: string;
            /** @description The earliest time to request a new one. */
            next_allowed_client_refresh: string;
            /** @description The name of the answer: equal for queries that must have equal answers. */
            cache_key: string;
            /** @description The time until which it is fresh; null: it never changes. */
            cache_target_age: string | null;
            /** @description The time zone of the project. */
            timezone: string;
            /** @description Always null. */
            calculation_trigger: null;
            /** @description The time of each step, with the modifier `timings`. */
            timings?: components["schemas"]["QueryTiming"][] | null;
            /** @description The statement as it was understood. */
            hogql: string | null;
            /** @description The error of a query that asked for it with `debug`; otherwise empty or null. */
            error: string | null;
            /** @description Warnings about what was left out, in words. */
            warnings: string[];
            /** @description The statement of the engine, with the modifier `debug`. */
            clickhouse_sql: string | null;
            /**
             * @description The kind of the query.
             * @enum {string}
             */
            kind: "ExperimentQuery";
            /** @description The variant that others are compared with; null in an answer that failed. */
            baseline: components["schemas"]["ExperimentBaseline"] | null;
            /** @description The other variants beside it. */
            variant_results: components["schemas"]["ExperimentVariantResult"][];
            /** @description The figures of each value; null where the metric is not cut. */
            breakdown_results: components["schemas"]["ExperimentBreakdownResult"][] | null;
            /** @description Always false: figures are computed from events. */
            is_precomputed: boolean;
        };
        /** @description The exposures of an experiment. */
        ExperimentExposureQueryResponse: {
            /** @description The options of the run that decide the result. */
            modifiers: {
                [key: string]: unknown;
            };
            /** @description The run of the same query in the background, if there is one. */
            query_status: components["schemas"]["QueryStatus"] | null;
            /** @description The time that was asked about, where the query names one. */
            resolved_date_range: components["schemas"]["ResolvedDateRange"] | null;
            /** @description Whether it is a cached answer. */
            is_cached: boolean;
            /** @description The time at which the answer was computed. */
            last_refresh: string;
            /** @description The earliest time to request a new one. */
            next_allowed_client_refresh: string;
            /** @description The name of the answer: equal for queries that must have equal answers. */
            cache_key: string;
            /** @description The time until which it is fresh; null: it never changes. */
            cache_target_age: string | null;
            /** @description The time zone of the project. */
            timezone: string;
            /** @description Always null. */
            calculation_trigger: null;
            /** @description The time of each step, with the modifier `timings`. */
            timings?: components["schemas"]["QueryTiming"][] | null;
            /** @description The statement as it was understood. */
            hogql: string | null;
            /** @description The error of a query that asked for it with `debug`; otherwise empty or null. */
            error: string | null;
            /** @description Warnings about what was left out, in words. */
            warnings: string[];
            /** @description The statement of the engine, with the modifier `debug`. */
            clickhouse_sql: string | null;
            /**
             * @description The kind of the query.
             * @enum {string}
             */
            kind: "ExperimentExposureQuery";
            /** @description The exposures of each variant over time. */
            timeseries: components["schemas"]["ExposureSeries"][];
            /** @description The number of those exposed to each variant. */
            total_exposures: {
                [key: string]: number;
            };
            /** @description The time that counts; null in an answer that failed. */
            date_range: components["schemas"]["ExposureDateRange"] | null;
            /** @description The test of the split; null below 100 exposures. */
            sample_ratio_mismatch: components["schemas"]["SampleRatioMismatch"] | null;
            /** @description The test of the split, day by day. */
            sample_ratio_over_time?: components["schemas"]["DailySampleRatio"][];
            /** @description The test of the split, for each library. */
            sample_ratio_by_source?: components["schemas"]["SourceSampleRatio"][];
            /** @description Whether leaving out those with several variants can bias an uneven split; null where it cannot. */
            bias_risk: {
                /** @description The percentage of those who saw several variants. */
                multiple_variant_percentage: number;
            } | null;
        };
        /** @description Something that may be written at a cursor. */
        SqlSuggestion: {
            /** @description The name, as it is shown. */
            label: string;
            /** @description The text to write. */
            insertText: string;
            /**
             * @description A word of editors for its icon.
             * @enum {string}
             */
            kind: "Class" | "Field" | "Function" | "Property";
            /** @description The type, or the place that it is from. */
            detail: string;
            /** @description The meaning, in words. */
            documentation: string;
        };
        /** @description Suggestions at a cursor of an SQL text. */
        HogQLAutocompleteResponse: {
            /** @description The options of the run that decide the result. */
            modifiers: {
                [key: string]: unknown;
            };
            /** @description The run of the same query in the background, if there is one. */
            query_status: components["schemas"]["QueryStatus"] | null;
            /** @description The time that was asked about, where the query names one. */
            resolved_date_range: components["schemas"]["ResolvedDateRange"] | null;
            /** @description Whether it is a cached answer. */
            is_cached: boolean;
            /** @description The time at which the answer was computed. */
            last_refresh: string;
            /** @description The earliest time to request a new one. */
            next_allowed_client_refresh: string;
            /** @description The name of the answer: equal for queries that must have equal answers. */
            cache_key: string;
            /** @description The time until which it is fresh; null: it never changes. */
            cache_target_age: string | null;
            /** @description The time zone of the project. */
            timezone: string;
            /** @description Always null. */
            calculation_trigger: null;
            /** @description The time of each step, with the modifier `timings`. */
            timings?: components["schemas"]["QueryTiming"][] | null;
            /** @description The suggestions, at most 100. */
            suggestions: components["schemas"]["SqlSuggestion"][];
            /** @description Whether there are more. */
            incomplete_list: boolean;
        };
        /** @description The time that a query is about. */
        DateRange: {
            /** @description The beginning: ISO 8601 (`2026-01-31`), relative (`-7d`, `-1mStart`), or `all` for the first event. `-7d` by default. */
            date_from?: string | null;
            /** @description The end, as `date_from`; now by default. */
            date_to?: string | null;
            /** @description Whether the range begins and ends with these instants, and not with the interval or day that they lie in. */
            explicitDate?: boolean | null;
        };
        /** @description The dates and conditions of `{filters}` in a statement. */
        SqlFilters: {
            /** @description The time of the events. */
            dateRange?: components["schemas"]["DateRange"] | null;
            /** @description Conditions on the events. */
            properties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description Whether the project's own tests are left out. */
            filterTestAccounts?: boolean | null;
        };
        /** @description The value of a variable of a statement. */
        SqlVariableValue: {
            /** @description The id of the stored variable. */
            variableId: string;
            /** @description Its name in the text: `{variables.name}`. */
            code_name: string;
            /** @description The value, in place of the stored default. */
            value?: unknown;
            /** @description Whether the value is null. */
            isNull?: boolean | null;
        };
        /** @description The options of a query's run. */
        QueryModifiers: {
            /** @description The person of an event: as of the event, or as of now. `person_id_override_properties_on_events` by default. */
            personsOnEventsMode?: ("disabled" | "person_id_no_override_properties_on_events" | "person_id_override_properties_on_events" | "person_id_override_properties_joined") | null;
            /** @description Whether times are shown in the project's time zone, which they are by default. */
            convertToProjectTimezone?: boolean | null;
            /** @description Whether an error is returned in the answer, beside the statement of the engine. */
            debug?: boolean | null;
            /** @description Whether the answer has the time of each step. */
            timings?: boolean | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            bounceRateDurationSeconds?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            bounceRatePageViewMode?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            customChannelTypeRules?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            dataWarehouseEventsModifiers?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            forceClickhouseDataSkippingIndexes?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            formatCsvAllowDoubleQuotes?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            inCohortVia?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            inlineCohortCalculation?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            materializationMode?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            materializedColumnsOptimizationMode?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            optimizeJoinedFilters?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            optimizeProjections?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            parserMode?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            personsArgMaxVersion?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            personsJoinMode?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            propertyGroupsMode?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            pushDownPredicates?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            s3TableUseInvalidColumns?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            sessionIdPushdown?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            sessionPropertyPreAggregation?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            sessionTableVersion?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            sessionsV2JoinMode?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            useMaterializedViews?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            usePreaggregatedIntermediateResults?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            usePreaggregatedTableTransforms?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            usePresortedEventsTable?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            useWebAnalyticsPreAggregatedTables?: unknown;
        };
        /** @description The rows of an SQL statement. */
        ServiceSqlQuery: {
            /**
             * @description The kind of the query; `HogQLQuery` is the reference's name of it. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "ServiceSqlQuery" | "HogQLQuery";
            /** @description The SQL text. */
            query: string;
            /** @description The values of placeholders: `{name}` in the text. Any value. */
            values?: {
                [key: string]: unknown;
            } | null;
            /** @description The dates and conditions of `{filters}` in the text. */
            filters?: components["schemas"]["SqlFilters"] | null;
            /** @description The values of `{variables.name}` in the text, by the ids of the variables. */
            variables?: {
                [key: string]: components["schemas"]["SqlVariableValue"];
            } | null;
            /** @description The options of the run. */
            modifiers?: components["schemas"]["QueryModifiers"] | null;
            /** @description A name for the query in the log; it changes nothing. */
            name?: string | null;
            /** @description Accepted and without effect. */
            explain?: boolean | null;
            /** @description Pages: null for the first one, then the `after` of each answer. */
            after?: string | null;
            /** @description Always null: there are no other databases to ask. */
            connectionId?: null;
            /** @description Always false: statements are of the dialect. */
            sendRawQuery?: false | null;
            /** @description The version of the node's form; older ones are upgraded. */
            version?: number | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            tags?: unknown;
        };
        /** @description The rows of a statement that is given as a tree. */
        HogQLASTQuery: {
            /**
             * @description The kind of the query. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "HogQLASTQuery";
            /** @description The statement as a tree in JSON, in the form of the reference's parser: any node. */
            query: {
                [key: string]: unknown;
            };
            /** @description The values of placeholders: `{name}` in the text. Any value. */
            values?: {
                [key: string]: unknown;
            } | null;
            /** @description The dates and conditions of `{filters}` in the text. */
            filters?: components["schemas"]["SqlFilters"] | null;
            /** @description The values of `{variables.name}` in the text, by the ids of the variables. */
            variables?: {
                [key: string]: components["schemas"]["SqlVariableValue"];
            } | null;
            /** @description The options of the run. */
            modifiers?: components["schemas"]["QueryModifiers"] | null;
            /** @description A name for the query in the log; it changes nothing. */
            name?: string | null;
            /** @description Accepted and without effect. */
            explain?: boolean | null;
            /** @description Pages: null for the first one, then the `after` of each answer. */
            after?: string | null;
            /** @description Always null: there are no other databases to ask. */
            connectionId?: null;
            /** @description Always false: statements are of the dialect. */
            sendRawQuery?: false | null;
            /** @description The version of the node's form; older ones are upgraded. */
            version?: number | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            tags?: unknown;
        };
        /** @description The errors, the tables and the types of an SQL text, for editors. */
        HogQLMetadata: {
            /**
             * @description The kind of the query. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "HogQLMetadata";
            /**
             * @description `hogQL` for a whole statement, `hogQLExpr` for one expression.
             * @enum {string}
             */
            language: "hogQL" | "hogQLExpr";
            /** @description The text. */
            query: string;
            /** @description The dates and conditions of `{filters}` in the text. */
            filters?: components["schemas"]["SqlFilters"] | null;
            /** @description The values of placeholders: `{name}` in the text. Any value. */
            globals?: {
                [key: string]: unknown;
            } | null;
            /** @description The values of `{variables.name}` in the text, by the ids of the variables. */
            variables?: {
                [key: string]: components["schemas"]["SqlVariableValue"];
            } | null;
            /** @description The query whose tables an expression reads; events without it. */
            sourceQuery?: components["schemas"]["ServiceSqlQuery"] | null;
            /** @description The options of the run. */
            modifiers?: components["schemas"]["QueryModifiers"] | null;
            /** @description Accepted and without effect. */
            debug?: boolean | null;
            /** @description The version of the node's form; older ones are upgraded. */
            version?: number | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            tags?: unknown;
        };
        /** @description The tables that SQL may name, with their fields. */
        DatabaseSchemaQuery: {
            /**
             * @description The kind of the query. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "DatabaseSchemaQuery";
            /** @description The options of the run. */
            modifiers?: components["schemas"]["QueryModifiers"] | null;
            /** @description The version of the node's form; older ones are upgraded. */
            version?: number | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            tags?: unknown;
        };
        /** @description A series of an insight: events, and what is measured of them. */
        SeriesNode: components["schemas"]["EventsNode"] | components["schemas"]["ActionsNode"];
        /** @description A series: events of one name, or of any. */
        EventsNode: {
            /**
             * @description `EventsNode` for events of a name, `ActionsNode` for those of an action. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "EventsNode";
            /** @description The name of the events; null for any. */
            event?: string | null;
            /** @description A name for clients. */
            name?: string | null;
            /** @description The name that people gave it; results show it. */
            custom_name?: string | null;
            /** @description Conditions on the events. */
            properties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description Further conditions, which clients do not offer to change. */
            fixedProperties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description The measure; `total`, the number of events, by default. */
            math?: ("total" | "dau" | "weekly_active" | "monthly_active" | "unique_session" | "unique_group" | "first_time_for_user" | "first_matching_event_for_user" | "hogql" | "avg" | "sum" | "min" | "max" | "median" | "p75" | "p90" | "p95" | "p99" | "avg_count_per_actor" | "min_count_per_actor" | "max_count_per_actor" | "median_count_per_actor" | "p75_count_per_actor" | "p90_count_per_actor" | "p95_count_per_actor" | "p99_count_per_actor") | null;
            /** @description The property whose numbers are measured, with `sum`, `avg` and the like. */
            math_property?: string | null;
            /** @description `event_properties` (default), `person_properties`, `group_properties` or `session_properties`. */
            math_property_type?: string | null;
            /** @description An aggregate in SQL, with the measure `hogql`. */
            math_hogql?: string | null;
            /** @description The type of groups, with `unique_group` and `group_properties`. */
            math_group_type_index?: (0 | 1 | 2 | 3 | 4) | null;
            /** @description A factor of the numbers. */
            math_multiplier?: number | null;
            /** @description The currency of the numbers. */
            math_property_revenue_currency?: components["schemas"]["SeriesCurrency"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            optionalInFunnel?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            limit?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            orderBy?: unknown;
            /** @description The id of the action, of an `ActionsNode`. */
            id?: number | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            table_name?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            id_field?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            distinct_id_field?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            dw_source_type?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            timestamp_field?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            events_join_key?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            data_warehouse_join_key?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            version?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
        };
        /** @description A series: the events of an action. */
        ActionsNode: {
            /**
             * @description `EventsNode` for events of a name, `ActionsNode` for those of an action. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "ActionsNode";
            /** @description The name of the events; null for any. */
            event?: string | null;
            /** @description A name for clients. */
            name?: string | null;
            /** @description The name that people gave it; results show it. */
            custom_name?: string | null;
            /** @description Conditions on the events. */
            properties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description Further conditions, which clients do not offer to change. */
            fixedProperties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description The measure; `total`, the number of events, by default. */
            math?: ("total" | "dau" | "weekly_active" | "monthly_active" | "unique_session" | "unique_group" | "first_time_for_user" | "first_matching_event_for_user" | "hogql" | "avg" | "sum" | "min" | "max" | "median" | "p75" | "p90" | "p95" | "p99" | "avg_count_per_actor" | "min_count_per_actor" | "max_count_per_actor" | "median_count_per_actor" | "p75_count_per_actor" | "p90_count_per_actor" | "p95_count_per_actor" | "p99_count_per_actor") | null;
            /** @description The property whose numbers are measured, with `sum`, `avg` and the like. */
            math_property?: string | null;
            /** @description `event_properties` (default), `person_properties`, `group_properties` or `session_properties`. */
            math_property_type?: string | null;
            /** @description An aggregate in SQL, with the measure `hogql`. */
            math_hogql?: string | null;
            /** @description The type of groups, with `unique_group` and `group_properties`. */
            math_group_type_index?: (0 | 1 | 2 | 3 | 4) | null;
            /** @description A factor of the numbers. */
            math_multiplier?: number | null;
            /** @description The currency of the numbers. */
            math_property_revenue_currency?: components["schemas"]["SeriesCurrency"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            optionalInFunnel?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            limit?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            orderBy?: unknown;
            /** @description The id of the action, of an `ActionsNode`. */
            id: number;
            /** @description Accepted and without effect: clients keep it for themselves. */
            table_name?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            id_field?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            distinct_id_field?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            dw_source_type?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            timestamp_field?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            events_join_key?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            data_warehouse_join_key?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            version?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
        };
        /** @description One property by whose values results are cut. */
        Breakdown: {
            /** @description The name of the property, an expression, or the id of a cohort. */
            property: string | number;
            /** @description The subject of the property, `event` by default; `hogql` is an expression in SQL. */
            type?: ("cohort" | "person" | "event" | "event_metadata" | "group" | "session" | "hogql") | null;
            /** @description The type of groups, with `group`. */
            group_type_index?: (0 | 1 | 2 | 3 | 4) | null;
            /** @description The number of bins of one width into which numbers fall. */
            histogram_bin_count?: number | null;
            /** @description Whether addresses lose their query and the slash at their end. */
            normalize_url?: boolean | null;
        };
        /** @description The properties by whose values the results of an insight are cut. */
        BreakdownFilter: {
            /** @description One property, or several; with `cohort` the ids of cohorts, or `all`. */
            breakdown?: string | number | (string | number)[] | null;
            /** @description The subject of the property, `event` by default; `hogql` is an expression in SQL. */
            breakdown_type?: ("cohort" | "person" | "event" | "event_metadata" | "group" | "session" | "hogql") | null;
            /** @description Up to three properties beside each other: the newer form of `breakdown`. */
            breakdowns?: components["schemas"]["Breakdown"][] | null;
            /** @description The type of groups, with `group`. */
            breakdown_group_type_index?: (0 | 1 | 2 | 3 | 4) | null;
            /** @description The number of bins of one width into which numbers fall. */
            breakdown_histogram_bin_count?: number | null;
            /** @description The most values that are shown, 25 by default; the rest is one value. */
            breakdown_limit?: number | null;
            /** @description Whether that rest is left out. */
            breakdown_hide_other_aggregation?: boolean | null;
            /** @description Whether addresses lose their query and the slash at their end. */
            breakdown_normalize_url?: boolean | null;
        };
        /** @description The earlier period that a result is compared with. */
        CompareFilter: {
            /** @description Whether the period before, of the same length, is beside the result. */
            compare?: boolean | null;
            /** @description The distance of the other period, where it is not the one right before: `-1w`. */
            compare_to?: string | null;
        };
        /** @description Only events of sessions count in which this happened. */
        ConversionGoal: {
            /** @description The name of the event. */
            customEventName?: string | null;
            /** @description The id of the action. */
            actionId?: number | null;
        };
        /** @description A formula of the series of trends, and the name of its result. */
        TrendsFormula: {
            /** @description The formula. */
            formula: string;
            /** @description The name of its result. */
            custom_name?: string | null;
        };
        /** @description The form of the results of trends, and their combination. */
        TrendsFilter: {
            /** @description The form of results: `ActionsLineGraph` by default. `BoldNumber`, `ActionsPie`, `ActionsBarValue`, `ActionsTable` and `WorldMap` have one number for the whole time. */
            display?: ("ActionsLineGraph" | "ActionsLineGraphCumulative" | "ActionsAreaGraph" | "ActionsBar" | "ActionsStackedBar" | "ActionsUnstackedBar" | "CalendarHeatmap" | "Metric" | "BoldNumber" | "ActionsPie" | "ActionsBarValue" | "ActionsTable" | "WorldMap") | null;
            /** @description A formula of the series `A`, `B`, …, whose result is returned instead of them. */
            formula?: string | null;
            /** @description Several formulas. */
            formulas?: string[] | null;
            /** @description Several formulas with names: the newest form. */
            formulaNodes?: components["schemas"]["TrendsFormula"][] | null;
            /** @description The number of intervals of a moving average. */
            smoothingIntervals?: number | null;
            /** @description Without effect: `breakdownFilter` has the bins. */
            breakdown_histogram_bin_count?: number | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            aggregationAxisFormat?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            aggregationAxisPrefix?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            aggregationAxisPostfix?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            confidenceLevel?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            decimalPlaces?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            detailedResultsAggregationType?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            excludeBoxPlotOutliers?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            goalLines?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            hiddenLegendIndexes?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            hideWeekends?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            legendPosition?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            metricChangeDecreaseColor?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            metricChangeIncreaseColor?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            metricColorByDirection?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            metricLineDecreaseColor?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            metricLineIncreaseColor?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            metricShowChange?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            metricSummary?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            minDecimalPlaces?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            movingAverageIntervals?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            resultCustomizationBy?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            resultCustomizations?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            showAlertThresholdLines?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            showAnnotations?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            showConfidenceIntervals?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            showLabelsOnSeries?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            showLegend?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            showMovingAverage?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            showMultipleYAxes?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            showPercentStackView?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            showTrendLines?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            showValuesOnSeries?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            stackBreakdownValues?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            xAxisLabel?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            yAxisLabel?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            yAxisScaleType?: unknown;
        };
        /** @description The numbers of events, or other measures, over time. */
        TrendsQuery: {
            /**
             * @description The kind of the query. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "TrendsQuery";
            /** @description The time that it is about. */
            dateRange?: components["schemas"]["DateRange"] | null;
            /** @description Conditions on all events: a list, or groups joined by AND and OR. */
            properties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description Whether the project's own tests are left out. */
            filterTestAccounts?: boolean | null;
            /** @description The share of people that is looked at; counts are multiplied back. */
            samplingFactor?: number | null;
            /** @description Groups of this type are counted instead of persons. */
            aggregation_group_type_index?: (0 | 1 | 2 | 3 | 4) | null;
            /** @description The options of the run. */
            modifiers?: components["schemas"]["QueryModifiers"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            name?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            dataColorTheme?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            tags?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            version?: unknown;
            /** @description The unit of time that it is cut into, `day` by default. */
            interval?: ("minute" | "hour" | "day" | "week" | "month") | null;
            /** @description The events that are counted, each with its measure: at most 50. */
            series: components["schemas"]["SeriesNode"][];
            /** @description The properties that the series are cut by. */
            breakdownFilter?: components["schemas"]["BreakdownFilter"] | null;
            /** @description The earlier period that is beside the result. */
            compareFilter?: components["schemas"]["CompareFilter"] | null;
            /** @description The event whose sessions alone count. */
            conversionGoal?: components["schemas"]["ConversionGoal"] | null;
            /** @description The form of the results, and their combination. */
            trendsFilter?: components["schemas"]["TrendsFilter"] | null;
        };
        /** @description Events one by one, or groups of them. */
        EventsQuery: {
            /**
             * @description The kind of the query. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "EventsQuery";
            /** @description The columns: `*`, `person`, `person_display_name`, or expressions of the dialect. At most 50; none is `*`. */
            select: string[];
            /** @description Conditions, all of which hold: expressions of the dialect. */
            where?: string[] | null;
            /** @description The order of rows: expressions, each with ASC or DESC. */
            orderBy?: string[] | null;
            /** @description Conditions on the events. */
            properties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description Further conditions, which clients do not offer to change. */
            fixedProperties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description Whether the project's own tests are left out. */
            filterTestAccounts?: boolean | null;
            /** @description Only events of this name. */
            event?: string | null;
            /** @description Only events of these names. */
            events?: string[] | null;
            /** @description Only events of this action. */
            actionId?: number | null;
            /** @description Only events that meet one of these steps of an action. */
            actionSteps?: components["schemas"]["ActionStep"][] | null;
            /** @description Only events of this person. */
            personId?: string | null;
            /** @description Only events after this time: ISO 8601, relative such as `-7d`, or `all`. The last 24 hours by default. */
            after?: "all" | string | null;
            /** @description Only events before this time. */
            before?: string | null;
            /** @description The most rows of the answer, 100 by default. */
            limit?: number | null;
            /** @description The rows that are left out before the first one. */
            offset?: number | null;
            /** @description The actors whose events are meant. */
            source?: components["schemas"]["ActorsSource"] | null;
            /** @description The options of the run. */
            modifiers?: components["schemas"]["QueryModifiers"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            name?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            tags?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            version?: unknown;
        };
        /** @description A list of persons, or of groups: everybody, or those behind a result. */
        ActorsQuery: {
            /**
             * @description The kind of the query. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "ActorsQuery";
            /** @description The columns: names such as `person` and `created_at`, or expressions of the dialect. At most 50. */
            select?: string[] | null;
            /** @description A part of the e-mail address, the name or a distinct id, or the whole id. */
            search?: string | null;
            /** @description Conditions of the types `person`, `group`, `cohort` and `hogql`. */
            properties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description Further conditions, which clients do not offer to change. */
            fixedProperties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description The order of rows: expressions, each with ASC or DESC. */
            orderBy?: string[] | null;
            /** @description The most rows of the answer, 100 by default. */
            limit?: number | null;
            /** @description The rows that are left out before the first one. */
            offset?: number | null;
            /** @description Where the actors come from; without it everybody. */
            source?: components["schemas"]["ActorsSource"] | null;
            /** @description The options of the run. */
            modifiers?: components["schemas"]["QueryModifiers"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            name?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            tags?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            version?: unknown;
        };
        /** @description The values by which actors of a result can be selected. */
        InsightActorsQueryOptions: {
            /**
             * @description The kind of the query. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "InsightActorsQueryOptions";
            /** @description The part of a result whose actors can be asked for. */
            source: components["schemas"]["ActorsSelection"];
            /** @description The options of the run. */
            modifiers?: components["schemas"]["QueryModifiers"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            name?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            tags?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            version?: unknown;
        };
        /** @description A step of a funnel. */
        FunnelStep: components["schemas"]["FunnelEventsStep"] | components["schemas"]["FunnelActionsStep"];
        /** @description A step of a funnel: events of one name, or of any. */
        FunnelEventsStep: {
            /**
             * @description `EventsNode` for events of a name, `ActionsNode` for those of an action. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "EventsNode";
            /** @description The name of the events; null for any. */
            event?: string | null;
            /** @description A name for clients. */
            name?: string | null;
            /** @description The name that people gave it; results show it. */
            custom_name?: string | null;
            /** @description Conditions on the events. */
            properties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description Further conditions, which clients do not offer to change. */
            fixedProperties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description The measure; `total`, the number of events, by default. */
            math?: string | null;
            /** @description The property whose numbers are measured, with `sum`, `avg` and the like. */
            math_property?: string | null;
            /** @description `event_properties` (default), `person_properties`, `group_properties` or `session_properties`. */
            math_property_type?: string | null;
            /** @description An aggregate in SQL, with the measure `hogql`. */
            math_hogql?: string | null;
            /** @description The type of groups, with `unique_group` and `group_properties`. */
            math_group_type_index?: (0 | 1 | 2 | 3 | 4) | null;
            /** @description A factor of the numbers. */
            math_multiplier?: number | null;
            /** @description The currency of the numbers. */
            math_property_revenue_currency?: components["schemas"]["SeriesCurrency"] | null;
            /** @description Whether the step may be left out, with `true`. */
            optionalInFunnel?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            limit?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            orderBy?: unknown;
            /** @description The id of the action, of an `ActionsNode`. */
            id?: number | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            table_name?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            id_field?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            distinct_id_field?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            dw_source_type?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            timestamp_field?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            events_join_key?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            data_warehouse_join_key?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            version?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
        };
        /** @description A step of a funnel: the events of an action. */
        FunnelActionsStep: {
            /**
             * @description `EventsNode` for events of a name, `ActionsNode` for those of an action. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "ActionsNode";
            /** @description The name of the events; null for any. */
            event?: string | null;
            /** @description A name for clients. */
            name?: string | null;
            /** @description The name that people gave it; results show it. */
            custom_name?: string | null;
            /** @description Conditions on the events. */
            properties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description Further conditions, which clients do not offer to change. */
            fixedProperties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description The measure; `total`, the number of events, by default. */
            math?: string | null;
            /** @description The property whose numbers are measured, with `sum`, `avg` and the like. */
            math_property?: string | null;
            /** @description `event_properties` (default), `person_properties`, `group_properties` or `session_properties`. */
            math_property_type?: string | null;
            /** @description An aggregate in SQL, with the measure `hogql`. */
            math_hogql?: string | null;
            /** @description The type of groups, with `unique_group` and `group_properties`. */
            math_group_type_index?: (0 | 1 | 2 | 3 | 4) | null;
            /** @description A factor of the numbers. */
            math_multiplier?: number | null;
            /** @description The currency of the numbers. */
            math_property_revenue_currency?: components["schemas"]["SeriesCurrency"] | null;
            /** @description Whether the step may be left out, with `true`. */
            optionalInFunnel?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            limit?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            orderBy?: unknown;
            /** @description The id of the action, of an `ActionsNode`. */
            id: number;
            /** @description Accepted and without effect: clients keep it for themselves. */
            table_name?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            id_field?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            distinct_id_field?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            dw_source_type?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            timestamp_field?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            events_join_key?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            data_warehouse_join_key?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            version?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
        };
        /** @description An event or action that must not happen between two steps. */
        FunnelExclusion: components["schemas"]["FunnelEventsExclusion"] | components["schemas"]["FunnelActionsExclusion"];
        /** @description What must not happen between two steps: events of one name, or of any. */
        FunnelEventsExclusion: {
            /**
             * @description `EventsNode` for events of a name, `ActionsNode` for those of an action. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "EventsNode";
            /** @description The name of the events; null for any. */
            event?: string | null;
            /** @description A name for clients. */
            name?: string | null;
            /** @description The name that people gave it; results show it. */
            custom_name?: string | null;
            /** @description Conditions on the events. */
            properties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description Further conditions, which clients do not offer to change. */
            fixedProperties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description The measure; `total`, the number of events, by default. */
            math?: string | null;
            /** @description The property whose numbers are measured, with `sum`, `avg` and the like. */
            math_property?: string | null;
            /** @description `event_properties` (default), `person_properties`, `group_properties` or `session_properties`. */
            math_property_type?: string | null;
            /** @description An aggregate in SQL, with the measure `hogql`. */
            math_hogql?: string | null;
            /** @description The type of groups, with `unique_group` and `group_properties`. */
            math_group_type_index?: (0 | 1 | 2 | 3 | 4) | null;
            /** @description A factor of the numbers. */
            math_multiplier?: number | null;
            /** @description The currency of the numbers. */
            math_property_revenue_currency?: components["schemas"]["SeriesCurrency"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            optionalInFunnel?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            limit?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            orderBy?: unknown;
            /** @description The id of the action, of an `ActionsNode`. */
            id?: number | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            table_name?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            id_field?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            distinct_id_field?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            dw_source_type?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            timestamp_field?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            events_join_key?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            data_warehouse_join_key?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            version?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
            /** @description The step from which on it must not happen, from 0. */
            funnelFromStep: number;
            /** @description The step before which it must not happen. */
            funnelToStep: number;
        };
        /** @description What must not happen between two steps: the events of an action. */
        FunnelActionsExclusion: {
            /**
             * @description `EventsNode` for events of a name, `ActionsNode` for those of an action. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "ActionsNode";
            /** @description The name of the events; null for any. */
            event?: string | null;
            /** @description A name for clients. */
            name?: string | null;
            /** @description The name that people gave it; results show it. */
            custom_name?: string | null;
            /** @description Conditions on the events. */
            properties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description Further conditions, which clients do not offer to change. */
            fixedProperties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description The measure; `total`, the number of events, by default. */
            math?: string | null;
            /** @description The property whose numbers are measured, with `sum`, `avg` and the like. */
            math_property?: string | null;
            /** @description `event_properties` (default), `person_properties`, `group_properties` or `session_properties`. */
            math_property_type?: string | null;
            /** @description An aggregate in SQL, with the measure `hogql`. */
            math_hogql?: string | null;
            /** @description The type of groups, with `unique_group` and `group_properties`. */
            math_group_type_index?: (0 | 1 | 2 | 3 | 4) | null;
            /** @description A factor of the numbers. */
            math_multiplier?: number | null;
            /** @description The currency of the numbers. */
            math_property_revenue_currency?: components["schemas"]["SeriesCurrency"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            optionalInFunnel?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            limit?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            orderBy?: unknown;
            /** @description The id of the action, of an `ActionsNode`. */
            id: number;
            /** @description Accepted and without effect: clients keep it for themselves. */
            table_name?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            id_field?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            distinct_id_field?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            dw_source_type?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            timestamp_field?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            events_join_key?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            data_warehouse_join_key?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            version?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
            /** @description The step from which on it must not happen, from 0. */
            funnelFromStep: number;
            /** @description The step before which it must not happen. */
            funnelToStep: number;
        };
        /** @description The order of steps, the time for a conversion, and the form of the answer. */
        FunnelsFilter: {
            /** @description The result: the actors of each step (by default), the time that they took, or the conversion over time. */
            funnelVizType?: ("steps" | "time_to_convert" | "trends") | null;
            /** @description The order of the steps: in theirs with any events between them (by default), with none between them, or in any. */
            funnelOrderType?: ("ordered" | "strict" | "unordered") | null;
            /** @description The time from the first step in which the others must come, in units: 14 by default. */
            funnelWindowInterval?: number | null;
            /** @description The unit of that time, `day` by default; a month has 31 days. */
            funnelWindowIntervalUnit?: ("second" | "minute" | "hour" | "day" | "week" | "month") | null;
            /** @description The step from which `time_to_convert` and `trends` count, from 0. */
            funnelFromStep?: number | null;
            /** @description The step to which they count. */
            funnelToStep?: number | null;
            /** @description The events that must not happen between steps. */
            exclusions?: components["schemas"]["FunnelExclusion"][] | null;
            /** @description The value of an actor who has several: the first (by default), the last, each by itself, or that of a step. */
            breakdownAttributionType?: ("first_touch" | "last_touch" | "all_events" | "step") | null;
            /** @description The step whose value it is, from 0, with `step`. */
            breakdownAttributionValue?: number | null;
            /** @description An expression in SQL that identifies actors, such as `$session_id`. */
            funnelAggregateByHogQL?: string | null;
            /** @description The number of bars of `time_to_convert`, from 1 to 90. */
            binCount?: number | null;
            /** @description Always false: every period is shown. */
            hideIncompleteConversionWindowPeriods?: false | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            breakdownSorting?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            customAggregationTarget?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            funnelStepReference?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            goalLines?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            hiddenLegendBreakdowns?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            layout?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            legendPosition?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            resultCustomizations?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            showAnnotations?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            showLegend?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            showTrendLines?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            showValuesOnSeries?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            useUdf?: unknown;
        };
        /** @description The number of actors who reach each of some steps. */
        FunnelsQuery: {
            /**
             * @description The kind of the query. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "FunnelsQuery";
            /** @description The time that it is about. */
            dateRange?: components["schemas"]["DateRange"] | null;
            /** @description Conditions on all events: a list, or groups joined by AND and OR. */
            properties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description Whether the project's own tests are left out. */
            filterTestAccounts?: boolean | null;
            /** @description The share of people that is looked at; counts are multiplied back. */
            samplingFactor?: number | null;
            /** @description Groups of this type are counted instead of persons. */
            aggregation_group_type_index?: (0 | 1 | 2 | 3 | 4) | null;
            /** @description The options of the run. */
            modifiers?: components["schemas"]["QueryModifiers"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            name?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            dataColorTheme?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            tags?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            version?: unknown;
            /** @description The unit of time that it is cut into, `day` by default. */
            interval?: ("minute" | "hour" | "day" | "week" | "month") | null;
            /** @description The steps, 2 to 25. */
            series: components["schemas"]["FunnelStep"][];
            /** @description The properties that actors are cut by. */
            breakdownFilter?: components["schemas"]["BreakdownFilter"] | null;
            /** @description The order of steps, the time for a conversion, and the form of the answer. */
            funnelsFilter?: components["schemas"]["FunnelsFilter"] | null;
        };
        /** @description Events and properties that go with success in a funnel. */
        FunnelCorrelationQuery: {
            /**
             * @description The kind of the query. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "FunnelCorrelationQuery";
            /** @description The actors of the funnel: all who did its first step are compared, its other fields are ignored. */
            source: components["schemas"]["CorrelatedActors"];
            /**
             * @description Whether events, properties of actors or events with their properties are compared.
             * @enum {string}
             */
            funnelCorrelationType: "events" | "properties" | "event_with_properties";
            /** @description Of `events`: names that are left out. */
            funnelCorrelationExcludeEventNames?: string[] | null;
            /** @description Of `properties`: the properties, or `$all`. Needed. */
            funnelCorrelationNames?: string[] | null;
            /** @description Of `properties`: those that are left out. */
            funnelCorrelationExcludeNames?: string[] | null;
            /** @description Of `event_with_properties`: the events. Needed. */
            funnelCorrelationEventNames?: string[] | null;
            /** @description Of `event_with_properties`: properties that are left out. */
            funnelCorrelationEventExcludePropertyNames?: string[] | null;
            /** @description The options of the run. */
            modifiers?: components["schemas"]["QueryModifiers"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            name?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            tags?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            version?: unknown;
        };
        /** @description How a lifecycle is drawn. */
        LifecycleFilter: {
            /** @description The states that clients show. */
            toggledLifecycles?: ("new" | "returning" | "resurrecting" | "dormant")[] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            legendPosition?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            showLegend?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            showPercentagesOnSeries?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            showValuesOnSeries?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            stacked?: unknown;
        };
        /** @description The number of actors who are new, stay, come back and leave, over time. */
        LifecycleQuery: {
            /**
             * @description The kind of the query. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "LifecycleQuery";
            /** @description The time that it is about. */
            dateRange?: components["schemas"]["DateRange"] | null;
            /** @description Conditions on all events: a list, or groups joined by AND and OR. */
            properties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description Whether the project's own tests are left out. */
            filterTestAccounts?: boolean | null;
            /** @description The share of people that is looked at; counts are multiplied back. */
            samplingFactor?: number | null;
            /** @description Groups of this type are counted instead of persons. */
            aggregation_group_type_index?: (0 | 1 | 2 | 3 | 4) | null;
            /** @description The options of the run. */
            modifiers?: components["schemas"]["QueryModifiers"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            name?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            dataColorTheme?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            tags?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            version?: unknown;
            /** @description The unit of time that it is cut into, `day` by default. */
            interval?: ("minute" | "hour" | "day" | "week" | "month") | null;
            /** @description The event whose actors are meant: one. */
            series: components["schemas"]["SeriesNode"][];
            /** @description The parts that are shown; the result has all of them. */
            lifecycleFilter?: components["schemas"]["LifecycleFilter"] | null;
        };
        /** @description Only intervals count in which an actor did it that number of times. */
        StickinessCriteria: {
            /**
             * @description At least, at most, or exactly.
             * @enum {string}
             */
            operator: "gte" | "lte" | "exact";
            /** @description The number of times. */
            value: number;
        };
        /** @description The activity that makes an interval count, and whether intervals add up. */
        StickinessFilter: {
            /** @description Whether an actor counts for exactly their number of intervals (by default), or for all smaller ones too. */
            computedAs?: ("non_cumulative" | "cumulative") | null;
            /** @description The number of times that makes an interval count. */
            stickinessCriteria?: components["schemas"]["StickinessCriteria"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            display?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            hiddenLegendIndexes?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            legendPosition?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            resultCustomizationBy?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            resultCustomizations?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            showLegend?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            showMultipleYAxes?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            showValuesOnSeries?: unknown;
        };
        /** @description The number of actors by the number of intervals in which they did something. */
        StickinessQuery: {
            /**
             * @description The kind of the query. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "StickinessQuery";
            /** @description The time that it is about. */
            dateRange?: components["schemas"]["DateRange"] | null;
            /** @description Conditions on all events: a list, or groups joined by AND and OR. */
            properties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description Whether the project's own tests are left out. */
            filterTestAccounts?: boolean | null;
            /** @description The share of people that is looked at; counts are multiplied back. */
            samplingFactor?: number | null;
            /** @description Groups of this type are counted instead of persons. */
            aggregation_group_type_index?: (0 | 1 | 2 | 3 | 4) | null;
            /** @description The options of the run. */
            modifiers?: components["schemas"]["QueryModifiers"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            name?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            dataColorTheme?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            tags?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            version?: unknown;
            /** @description The unit of time that it is cut into, `day` by default. */
            interval?: ("minute" | "hour" | "day" | "week" | "month") | null;
            /** @description The number of intervals that count as one. */
            intervalCount?: number | null;
            /** @description The events whose actors are meant. */
            series: components["schemas"]["SeriesNode"][];
            /** @description The earlier period that is beside the result. */
            compareFilter?: components["schemas"]["CompareFilter"] | null;
            /** @description The activity that makes an interval count. */
            stickinessFilter?: components["schemas"]["StickinessFilter"] | null;
        };
        /** @description A rule that makes names of steps alike. */
        PathCleaningFilter: {
            /** @description The pattern. */
            regex?: string | null;
            /** @description The text in place of what matches; `\1` is the first group. */
            alias?: string | null;
            /** @description Its place among the rules. */
            order?: number | null;
        };
        /** @description The kinds of steps, where paths begin and end, and how many are returned. */
        PathsFilter: {
            /** @description The events that are steps: `custom_event` are names without `$`, `hogql` those of an expression. None: every event. */
            includeEventTypes?: ("$pageview" | "$screen" | "custom_event" | "hogql")[] | null;
            /** @description With `hogql`: the name of every event in a path, an expression in SQL. */
            pathsHogQLExpression?: string | null;
            /** @description The step with which paths begin. */
            startPoint?: string | null;
            /** @description The step with which paths end. */
            endPoint?: string | null;
            /** @description Steps that are left out, as if they had not happened. */
            excludeEvents?: string[] | null;
            /** @description Patterns such as `/blog/*`: steps that match one are one. */
            pathGroupings?: string[] | null;
            /** @description Without effect: projects have no rules of their own for cleaning. */
            pathReplacements?: boolean | null;
            /** @description Rules that make names of steps alike. */
            localPathCleaningFilters?: components["schemas"]["PathCleaningFilter"][] | null;
            /** @description The most steps of a path, 5 by default. */
            stepLimit?: number | null;
            /** @description The most edges of the result, 50 by default: those with the greatest value. */
            edgeLimit?: number | null;
            /** @description The least value that is shown. */
            minEdgeWeight?: number | null;
            /** @description The greatest value that is shown. */
            maxEdgeWeight?: number | null;
            /** @description Of actors: those who took an edge from this step. */
            pathStartKey?: string | null;
            /** @description Of actors: those who took an edge to this step. */
            pathEndKey?: string | null;
            /** @description Of actors: those whose path ended with this step. */
            pathDropoffKey?: string | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            showFullUrls?: unknown;
        };
        /** @description The funnel around whose steps paths are. */
        FunnelPathsFilter: {
            /**
             * @description Up to the step, from the step before to the step, or from the step on.
             * @enum {string}
             */
            funnelPathType: "funnel_path_before_step" | "funnel_path_between_steps" | "funnel_path_after_step";
            /** @description The step, from 1; negative: of those who did the step before and not this one. */
            funnelStep: number;
            /** @description The funnel; how it is cut and drawn changes nothing. */
            funnelSource: components["schemas"]["FunnelsQuery"];
        };
        /** @description The ways of people from event to event. */
        PathsQuery: {
            /**
             * @description The kind of the query. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "PathsQuery";
            /** @description The kinds of steps, where paths begin and end, and how many are returned. */
            pathsFilter?: components["schemas"]["PathsFilter"] | null;
            /** @description The funnel around whose steps the paths are. */
            funnelPathsFilter?: components["schemas"]["FunnelPathsFilter"] | null;
            /** @description The time that it is about. */
            dateRange?: components["schemas"]["DateRange"] | null;
            /** @description Conditions on all events: a list, or groups joined by AND and OR. */
            properties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description Whether the project's own tests are left out. */
            filterTestAccounts?: boolean | null;
            /** @description The share of people that is looked at; counts are multiplied back. */
            samplingFactor?: number | null;
            /** @description Groups of this type are counted instead of persons. */
            aggregation_group_type_index?: (0 | 1 | 2 | 3 | 4) | null;
            /** @description The options of the run. */
            modifiers?: components["schemas"]["QueryModifiers"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            name?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            dataColorTheme?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            tags?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            version?: unknown;
        };
        /** @description The events by which actors begin, or return. */
        RetentionEntity: {
            /** @description The name of the event, null for any; of `actions` the id of the action. */
            id?: string | number | null;
            /** @description Whether it is an event (by default) or an action. */
            type?: ("events" | "actions") | null;
            /** @description The same as `type`, as series have it. */
            kind?: ("EventsNode" | "ActionsNode") | null;
            /** @description Conditions on the events. */
            properties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            name?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            custom_name?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            order?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            uuid?: unknown;
        };
        /** @description The event that begins, the one that returns, and the periods. */
        RetentionFilter: {
            /** @description The event that begins; `$pageview` by default. */
            targetEntity?: components["schemas"]["RetentionEntity"] | null;
            /** @description The event that returns; `$pageview` by default. */
            returningEntity?: components["schemas"]["RetentionEntity"] | null;
            /** @description The length of a period, `Day` by default. */
            period?: ("Hour" | "Day" | "Week" | "Month") | null;
            /** @description The number of periods, 7 by default. */
            totalIntervals?: number | null;
            /** @description Whether an actor belongs to every period with a target event (by default), to that of the first one ever, or to that of the first event of that name ever. */
            retentionType?: ("retention_recurring" | "retention_first_time" | "retention_first_ever_occurrence") | null;
            /** @description Whether a cell counts those who returned in its period or a later one. */
            cumulative?: boolean | null;
            /** @description The number of returning events in a period from which it counts as a return, 1 by default. */
            minimumOccurrences?: number | null;
            /** @description Changes the picture only. */
            retentionReference?: ("total" | "previous") | null;
            /** @description Changes the picture only. */
            meanRetentionCalculation?: ("simple" | "weighted" | "none") | null;
            /** @description Always `count`. */
            aggregationType?: "count" | null;
            /** @description Always `strict_calendar_dates`. */
            timeWindowMode?: "strict_calendar_dates" | null;
            /** @description Always none: periods are of one length. */
            retentionCustomBrackets?: number[] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            cohortLabelStartIndex?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            customAggregationTarget?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            dashboardDisplay?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            display?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            goalLines?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            selectedInterval?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            showTrendLines?: unknown;
        };
        /** @description The actors who come back after a number of periods. */
        RetentionQuery: {
            /**
             * @description The kind of the query. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "RetentionQuery";
            /** @description The event that begins, the one that returns, and the periods. */
            retentionFilter: components["schemas"]["RetentionFilter"];
            /** @description The properties that the result is cut by. */
            breakdownFilter?: components["schemas"]["BreakdownFilter"] | null;
            /** @description The time that it is about. */
            dateRange?: components["schemas"]["DateRange"] | null;
            /** @description Conditions on all events: a list, or groups joined by AND and OR. */
            properties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description Whether the project's own tests are left out. */
            filterTestAccounts?: boolean | null;
            /** @description The share of people that is looked at; counts are multiplied back. */
            samplingFactor?: number | null;
            /** @description Groups of this type are counted instead of persons. */
            aggregation_group_type_index?: (0 | 1 | 2 | 3 | 4) | null;
            /** @description The options of the run. */
            modifiers?: components["schemas"]["QueryModifiers"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            name?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            dataColorTheme?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            tags?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            version?: unknown;
        };
        /** @description Exceptions that were captured, by issue. */
        ErrorTrackingQuery: {
            /**
             * @description The kind of the query. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "ErrorTrackingQuery";
            /** @description The number or time that issues are sorted by, `last_seen` by default. */
            orderBy?: ("first_seen" | "last_seen" | "occurrences" | "sessions" | "users") | null;
            /** @description The direction of the order, `DESC` by default. */
            orderDirection?: ("ASC" | "DESC") | null;
            /** @description The time of the exceptions, the last seven days by default. */
            dateRange?: components["schemas"]["DateRange"] | null;
            /** @description Conditions on the exceptions: a list, or groups joined by AND and OR. */
            filterGroup?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description Whether the project's own tests are left out. */
            filterTestAccounts?: boolean | null;
            /** @description Only the issue of this id, a UUID. */
            issueId?: string | null;
            /** @description Only issues whose type or message contains this text, in any letter case. */
            searchQuery?: string | null;
            /** @description Only issues of this state. Every issue is `active`: another state than that and `all` has none. */
            status?: ("active" | "all" | "archived" | "pending_release" | "resolved" | "suppressed") | null;
            /** @description The number of equal parts of the time for which occurrences are counted, at most 200; none by default. */
            volumeResolution?: number | null;
            /** @description The most issues of the answer, 1 to 100, 50 by default. */
            limit?: number | null;
            /** @description The issues that are left out before the first one. */
            offset?: number | null;
            /** @description The options of the run. */
            modifiers?: components["schemas"]["QueryModifiers"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            name?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            tags?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            version?: unknown;
        };
        /** @description The variants of an experiment, compared by one metric. */
        ExperimentQuery: {
            /**
             * @description The kind of the query. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "ExperimentQuery";
            /** @description The measure: a mean, a funnel, a ratio or retention. */
            metric: components["schemas"]["ComputedMetric"];
            /** @description Whether a funnel has sessions of those who came to each step, as it has by default. */
            step_sessions?: boolean | null;
            /** @description The id of the experiment. */
            experiment_id: number;
            /** @description Only those exposed in this time count. */
            dateRange?: components["schemas"]["DateRange"] | null;
            /** @description The options of the run. */
            modifiers?: components["schemas"]["QueryModifiers"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            name?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            tags?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            version?: unknown;
        };
        /** @description The number of people exposed to an experiment, by variant and day. */
        ExperimentExposureQuery: {
            /**
             * @description The kind of the query. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "ExperimentExposureQuery";
            /** @description The id of the experiment. */
            experiment_id: number;
            /** @description Only those exposed in this time count. */
            dateRange?: components["schemas"]["DateRange"] | null;
            /** @description The options of the run. */
            modifiers?: components["schemas"]["QueryModifiers"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            name?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            tags?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            version?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            experiment_name?: unknown;
            /** @description The criteria, in place of the experiment's own. */
            exposure_criteria?: components["schemas"]["ExposureCriteria"] | null;
            /** @description The flag and its variants as records have them, in place of the experiment's: `key` and `filters` count. */
            feature_flag?: {
                [key: string]: unknown;
            } | null;
            /** @description The start, in place of the experiment's own. */
            start_date?: string | null;
            /** @description The end, in place of the experiment's own. */
            end_date?: string | null;
            /** @description The holdout as records have it, in place of the experiment's: `id` counts. */
            holdout?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description Suggestions at a cursor of an SQL text. */
        HogQLAutocomplete: {
            /**
             * @description The kind of the query. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "HogQLAutocomplete";
            /**
             * @description `hogQL` for a whole statement, `hogQLExpr` for one expression.
             * @enum {string}
             */
            language: "hogQL" | "hogQLExpr";
            /** @description The text, which need not be a query yet. */
            query: string;
            /** @description The start of the word at the cursor, in characters from 0. */
            startPosition: number;
            /** @description The place of the cursor, in characters from 0. */
            endPosition: number;
            /** @description The dates and conditions of `{filters}` in the text. */
            filters?: components["schemas"]["SqlFilters"] | null;
            /** @description The values of placeholders: `{name}` in the text. Any value. */
            globals?: {
                [key: string]: unknown;
            } | null;
            /** @description The query whose tables an expression reads; events without it. */
            sourceQuery?: components["schemas"]["ServiceSqlQuery"] | null;
            /** @description The options of the run. */
            modifiers?: components["schemas"]["QueryModifiers"] | null;
            /** @description The version of the node's form; older ones are upgraded. */
            version?: number | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            tags?: unknown;
        };
        /** @description The part of an insight's result that actors are behind. */
        ActorsSelection: components["schemas"]["InsightActorsQuery"] | components["schemas"]["FunnelsActorsQuery"] | components["schemas"]["StickinessActorsQuery"] | components["schemas"]["FunnelCorrelationActorsQuery"];
        /** @description The actors behind a part of the result of an insight. */
        InsightActorsQuery: {
            /**
             * @description The kind of the selection. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "InsightActorsQuery";
            /** @description The query behind whose result the actors are. */
            source: components["schemas"]["SourceOfActors"];
            /** @description The day, as `days` of the result has it; of stickiness the number of intervals. */
            day?: string | number | null;
            /** @description The place of the series, from 0. */
            series?: number | null;
            /** @description The value that the result is cut by. */
            breakdown?: string | number | (string | number)[] | null;
            /** @description Which of two compared periods. */
            compare?: ("current" | "previous") | null;
            /** @description The state, of a lifecycle. */
            status?: string | null;
            /** @description The row, of retention. */
            interval?: number | null;
            /** @description Of stickiness: exactly, at least or at most `day`. */
            operator?: ("exact" | "gte" | "lte") | null;
            /** @description Those who did the step, from 1; negative: who did the one before, and not this. */
            funnelStep?: number | null;
            /** @description Those whose last step is one of these, from 1. */
            funnelCustomSteps?: number[] | null;
            /** @description Of a funnel that is cut: only those with this value. */
            funnelStepBreakdown?: string | number | (string | number)[] | null;
            /** @description Of a funnel over time: those who did not convert (`true`), or who did. */
            funnelTrendsDropOff?: boolean | null;
            /** @description Of a funnel over time: the beginning of the interval in which they entered. */
            funnelTrendsEntrancePeriodStart?: string | null;
            /** @description Of a correlation: those who converted, or did not. */
            funnelCorrelationPersonConverted?: boolean | null;
            /** @description Of a correlation: those with this event while it counts. */
            funnelCorrelationPersonEntity?: components["schemas"]["SeriesNode"] | null;
            /** @description Of a correlation: those who meet these conditions. */
            funnelCorrelationPropertyValues?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            includeRecordings?: unknown;
            /** @description The options of the run. */
            modifiers?: components["schemas"]["QueryModifiers"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            name?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            tags?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            version?: unknown;
        };
        /** @description The actors of a step of a funnel. */
        FunnelsActorsQuery: {
            /**
             * @description The kind of the selection. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "FunnelsActorsQuery";
            /** @description The query behind whose result the actors are. */
            source: components["schemas"]["SourceOfActors"];
            /** @description The day, as `days` of the result has it; of stickiness the number of intervals. */
            day?: string | number | null;
            /** @description The place of the series, from 0. */
            series?: number | null;
            /** @description The value that the result is cut by. */
            breakdown?: string | number | (string | number)[] | null;
            /** @description Which of two compared periods. */
            compare?: ("current" | "previous") | null;
            /** @description The state, of a lifecycle. */
            status?: string | null;
            /** @description The row, of retention. */
            interval?: number | null;
            /** @description Of stickiness: exactly, at least or at most `day`. */
            operator?: ("exact" | "gte" | "lte") | null;
            /** @description Those who did the step, from 1; negative: who did the one before, and not this. */
            funnelStep?: number | null;
            /** @description Those whose last step is one of these, from 1. */
            funnelCustomSteps?: number[] | null;
            /** @description Of a funnel that is cut: only those with this value. */
            funnelStepBreakdown?: string | number | (string | number)[] | null;
            /** @description Of a funnel over time: those who did not convert (`true`), or who did. */
            funnelTrendsDropOff?: boolean | null;
            /** @description Of a funnel over time: the beginning of the interval in which they entered. */
            funnelTrendsEntrancePeriodStart?: string | null;
            /** @description Of a correlation: those who converted, or did not. */
            funnelCorrelationPersonConverted?: boolean | null;
            /** @description Of a correlation: those with this event while it counts. */
            funnelCorrelationPersonEntity?: components["schemas"]["SeriesNode"] | null;
            /** @description Of a correlation: those who meet these conditions. */
            funnelCorrelationPropertyValues?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            includeRecordings?: unknown;
            /** @description The options of the run. */
            modifiers?: components["schemas"]["QueryModifiers"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            name?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            tags?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            version?: unknown;
        };
        /** @description The actors of a number of intervals of stickiness. */
        StickinessActorsQuery: {
            /**
             * @description The kind of the selection. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "StickinessActorsQuery";
            /** @description The query behind whose result the actors are. */
            source: components["schemas"]["SourceOfActors"];
            /** @description The day, as `days` of the result has it; of stickiness the number of intervals. */
            day?: string | number | null;
            /** @description The place of the series, from 0. */
            series?: number | null;
            /** @description The value that the result is cut by. */
            breakdown?: string | number | (string | number)[] | null;
            /** @description Which of two compared periods. */
            compare?: ("current" | "previous") | null;
            /** @description The state, of a lifecycle. */
            status?: string | null;
            /** @description The row, of retention. */
            interval?: number | null;
            /** @description Of stickiness: exactly, at least or at most `day`. */
            operator?: ("exact" | "gte" | "lte") | null;
            /** @description Those who did the step, from 1; negative: who did the one before, and not this. */
            funnelStep?: number | null;
            /** @description Those whose last step is one of these, from 1. */
            funnelCustomSteps?: number[] | null;
            /** @description Of a funnel that is cut: only those with this value. */
            funnelStepBreakdown?: string | number | (string | number)[] | null;
            /** @description Of a funnel over time: those who did not convert (`true`), or who did. */
            funnelTrendsDropOff?: boolean | null;
            /** @description Of a funnel over time: the beginning of the interval in which they entered. */
            funnelTrendsEntrancePeriodStart?: string | null;
            /** @description Of a correlation: those who converted, or did not. */
            funnelCorrelationPersonConverted?: boolean | null;
            /** @description Of a correlation: those with this event while it counts. */
            funnelCorrelationPersonEntity?: components["schemas"]["SeriesNode"] | null;
            /** @description Of a correlation: those who meet these conditions. */
            funnelCorrelationPropertyValues?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            includeRecordings?: unknown;
            /** @description The options of the run. */
            modifiers?: components["schemas"]["QueryModifiers"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            name?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            tags?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            version?: unknown;
        };
        /** @description The actors behind a row of a correlation. */
        FunnelCorrelationActorsQuery: {
            /**
             * @description The kind of the selection. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "FunnelCorrelationActorsQuery";
            /** @description The query behind whose result the actors are. */
            source: components["schemas"]["SourceOfActors"];
            /** @description The day, as `days` of the result has it; of stickiness the number of intervals. */
            day?: string | number | null;
            /** @description The place of the series, from 0. */
            series?: number | null;
            /** @description The value that the result is cut by. */
            breakdown?: string | number | (string | number)[] | null;
            /** @description Which of two compared periods. */
            compare?: ("current" | "previous") | null;
            /** @description The state, of a lifecycle. */
            status?: string | null;
            /** @description The row, of retention. */
            interval?: number | null;
            /** @description Of stickiness: exactly, at least or at most `day`. */
            operator?: ("exact" | "gte" | "lte") | null;
            /** @description Those who did the step, from 1; negative: who did the one before, and not this. */
            funnelStep?: number | null;
            /** @description Those whose last step is one of these, from 1. */
            funnelCustomSteps?: number[] | null;
            /** @description Of a funnel that is cut: only those with this value. */
            funnelStepBreakdown?: string | number | (string | number)[] | null;
            /** @description Of a funnel over time: those who did not convert (`true`), or who did. */
            funnelTrendsDropOff?: boolean | null;
            /** @description Of a funnel over time: the beginning of the interval in which they entered. */
            funnelTrendsEntrancePeriodStart?: string | null;
            /** @description Of a correlation: those who converted, or did not. */
            funnelCorrelationPersonConverted?: boolean | null;
            /** @description Of a correlation: those with this event while it counts. */
            funnelCorrelationPersonEntity?: components["schemas"]["SeriesNode"] | null;
            /** @description Of a correlation: those who meet these conditions. */
            funnelCorrelationPropertyValues?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            includeRecordings?: unknown;
            /** @description The options of the run. */
            modifiers?: components["schemas"]["QueryModifiers"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            name?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            tags?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            version?: unknown;
        };
        /** @description What a dashboard changes of the queries of its tiles. */
        FiltersOverride: {
            /** @description The beginning, in place of that of `dateRange`. */
            date_from?: string | null;
            /** @description The end, in place of that of `dateRange`. */
            date_to?: string | null;
            /** @description Whether the range begins and ends with these instants. */
            explicitDate?: boolean | null;
            /** @description Conditions beside those of the query. */
            properties?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description The breakdown, in place of the query's. */
            breakdown_filter?: components["schemas"]["BreakdownFilter"] | null;
        };
        /** @description The value of a dashboard for a variable of its tiles. */
        VariableOverride: {
            /** @description The id of the stored variable. */
            variableId?: string | null;
            /** @description Its name in the text. */
            code_name?: string | null;
            /** @description The value. */
            value?: unknown;
            /** @description Whether the value is null. */
            isNull?: boolean | null;
        };
        /** @description The values of variables, by their ids; others than a query's are ignored. */
        VariablesOverride: {
            [key: string]: components["schemas"]["VariableOverride"];
        };
        /** @description The answer of a query, by its kind: `x-by-kind` has their names. */
        QueryAnswer: components["schemas"]["ServiceSqlQueryResponse"] | components["schemas"]["HogQLMetadataResponse"] | components["schemas"]["DatabaseSchemaQueryResponse"] | components["schemas"]["TrendsQueryResponse"] | components["schemas"]["EventsQueryResponse"] | components["schemas"]["ActorsQueryResponse"] | components["schemas"]["InsightActorsQueryOptionsResponse"] | components["schemas"]["FunnelsQueryResponse"] | components["schemas"]["FunnelCorrelationQueryResponse"] | components["schemas"]["LifecycleQueryResponse"] | components["schemas"]["StickinessQueryResponse"] | components["schemas"]["PathsQueryResponse"] | components["schemas"]["RetentionQueryResponse"] | components["schemas"]["ErrorTrackingQueryResponse"] | components["schemas"]["ExperimentQueryResponse"] | components["schemas"]["ExperimentExposureQueryResponse"] | components["schemas"]["HogQLAutocompleteResponse"];
        /** @description A query that runs in the background and has no cached answer. */
        QueuedQuery: {
            /** @description The name that its answer will have. */
            cache_key?: string;
            /** @description The run, by whose `id` it is polled. */
            query_status: components["schemas"]["QueryStatus"];
        };
        /** @description The answer of a query, or its run in the background where a mode does not wait. */
        QueryResponse: components["schemas"]["QueryAnswer"] | components["schemas"]["QueuedQuery"];
        /** @description For whom a flag is on and what they get, as SDKs evaluate it. */
        LocalFlagFilters: {
            /** @description The conditions, in the order in which they are tried. */
            groups?: components["schemas"]["LocalFlagCondition"][];
            /** @description The values that the flag can have instead of on. */
            multivariate?: {
                /** @description The variants with their shares. */
                variants?: components["schemas"]["FeatureFlagVariant"][] | null;
            } | null;
            /** @description The values that come with the flag, as JSON text, by variant; by `true` where there are no variants. */
            payloads?: {
                [key: string]: unknown;
            } | null;
            /** @description It is about groups of this type (its number in `group_type_mapping`), not about persons. */
            aggregation_group_type_index?: number | null;
        } & {
            [key: string]: unknown;
        };
        /** @description For whom a flag is on. The first condition that holds decides. */
        LocalFlagCondition: {
            /** @description All of these must hold. */
            properties?: (components["schemas"]["FeatureFlagProperty"] | components["schemas"]["LocalFlagDependency"])[] | null;
            /** @description The share of those for whom it holds; null: all of them. */
            rollout_percentage?: number | null;
            /** @description The variant that all of its users get; null: each user's own. */
            variant?: string | null;
            /** @description It is about groups of this type (its number in `group_type_mapping`), not about persons. */
            aggregation_group_type_index?: number | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A condition on another flag. */
        LocalFlagDependency: {
            /**
             * @description Always `flag`.
             * @enum {string}
             */
            type: "flag";
            /** @description The key of the other flag. */
            key: string;
            /**
             * @description Always `flag_evaluates_to`.
             * @enum {string}
             */
            operator?: "flag_evaluates_to";
            /** @description The value that the other flag must have. */
            value: boolean | string;
            /** @description The keys of all flags that it takes, itself last; empty where SDKs must ask the server. */
            dependency_chain: string[];
        } & {
            [key: string]: unknown;
        };
        /** @description The conditions of a cohort. */
        LocalCohort: {
            /**
             * @description Whether all of them must hold, or any.
             * @enum {string}
             */
            type: "AND" | "OR";
            /** @description The conditions, and groups of them. */
            values: (components["schemas"]["LocalCohort"] | components["schemas"]["LocalCohortCondition"])[];
        };
        /** @description A condition on a property of a person, or on a member of another cohort. */
        LocalCohortCondition: {
            /**
             * @description `person`, or `cohort` for members of one.
             * @enum {string}
             */
            type: "person" | "cohort";
            /** @description The name of the property; `id` of a cohort. */
            key?: string;
            /** @description The comparison of the value. */
            operator?: string | null;
            /** @description The value that is compared with, or the id of the cohort. */
            value?: unknown;
            /** @description Whether it must not hold. */
            negation?: boolean | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A query, by its `kind`. */
        QueryNode: components["schemas"]["ServiceSqlQuery"] | components["schemas"]["HogQLASTQuery"] | components["schemas"]["HogQLMetadata"] | components["schemas"]["DatabaseSchemaQuery"] | components["schemas"]["TrendsQuery"] | components["schemas"]["EventsQuery"] | components["schemas"]["ActorsQuery"] | components["schemas"]["InsightActorsQueryOptions"] | components["schemas"]["FunnelsQuery"] | components["schemas"]["FunnelCorrelationQuery"] | components["schemas"]["LifecycleQuery"] | components["schemas"]["StickinessQuery"] | components["schemas"]["PathsQuery"] | components["schemas"]["RetentionQuery"] | components["schemas"]["ErrorTrackingQuery"] | components["schemas"]["ExperimentQuery"] | components["schemas"]["ExperimentExposureQuery"] | components["schemas"]["HogQLAutocomplete"] | components["schemas"]["DataTableNode"] | components["schemas"]["DataVisualizationNode"] | components["schemas"]["InsightVizNode"];
        /** @description A query as it is stored: one that can be run, or one of another kind of the reference, kept as sent. */
        StoredQuery: components["schemas"]["QueryNode"] | components["schemas"]["OtherQuery"];
        /** @description A query as it was sent, of any kind that the reference has; it is read when its result is asked for. */
        OtherQuery: {
            /**
             * @description The kind of the query.
             * @enum {string}
             */
            kind: "EventsNode" | "ActionsNode" | "PersonsNode" | "DataWarehouseNode" | "EventsQuery" | "ActorsQuery" | "GroupsQuery" | "InsightActorsQuery" | "InsightActorsQueryOptions" | "SessionsTimelineQuery" | "HogQuery" | "ServiceSqlQuery" | "HogQLQuery" | "HogQLMetadata" | "HogQLAutocomplete" | "HogQLASTQuery" | "SessionAttributionExplorerQuery" | "RevenueExampleEventsQuery" | "RevenueExampleDataWarehouseTablesQuery" | "ErrorTrackingQuery" | "ErrorTrackingIssueCorrelationQuery" | "ExperimentFunnelsQuery" | "ExperimentTrendsQuery" | "ExperimentQuery" | "ExperimentExposureQuery" | "WebOverviewQuery" | "WebStatsTableQuery" | "WebExternalClicksTableQuery" | "WebGoalsQuery" | "WebVitalsQuery" | "WebVitalsPathBreakdownQuery" | "WebPageURLSearchQuery" | "WebAnalyticsExternalSummaryQuery" | "RevenueAnalyticsGrowthRateQuery" | "RevenueAnalyticsMetricsQuery" | "RevenueAnalyticsMRRQuery" | "RevenueAnalyticsOverviewQuery" | "RevenueAnalyticsTopCustomersQuery" | "MarketingAnalyticsTableQuery" | "DataVisualizationNode" | "DataTableNode" | "SavedInsightNode" | "InsightVizNode" | "TrendsQuery" | "FunnelsQuery" | "RetentionQuery" | "PathsQuery" | "StickinessQuery" | "LifecycleQuery" | "FunnelCorrelationQuery" | "DatabaseSchemaQuery" | "LogsQuery" | "SuggestedQuestionsQuery" | "TeamTaxonomyQuery" | "EventTaxonomyQuery" | "ActorsPropertyTaxonomyQuery" | "TracesQuery" | "TraceQuery" | "VectorSearchQuery" | "CalendarHeatmapQuery" | "DocumentSimilarityQuery" | "ErrorTrackingSimilarIssuesQuery" | "FunnelCorrelationActorsQuery" | "FunnelsActorsQuery" | "MarketingAnalyticsAggregatedQuery" | "RecordingsQuery" | "RevenueAnalyticsCustomerCountQuery" | "RevenueAnalyticsGrossRevenueQuery" | "SessionBatchEventsQuery" | "StickinessActorsQuery" | "UsageMetricsQuery" | "WebTrendsQuery";
        } & {
            [key: string]: unknown;
        };
        /** @description A DataTableNode: clients draw the answer of its `source` so; its other fields change nothing. */
        DataTableNode: {
            /**
             * @description The kind of the node. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "DataTableNode";
            /** @description The query whose answer it presents. */
            source: components["schemas"]["QueryNode"];
        };
        /** @description A DataVisualizationNode: clients draw the answer of its `source` so; its other fields change nothing. */
        DataVisualizationNode: {
            /**
             * @description The kind of the node. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "DataVisualizationNode";
            /** @description The query whose answer it presents. */
            source: components["schemas"]["QueryNode"];
        };
        /** @description A InsightVizNode: clients draw the answer of its `source` so; its other fields change nothing. */
        InsightVizNode: {
            /**
             * @description The kind of the node. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "InsightVizNode";
            /** @description The query whose answer it presents. */
            source: components["schemas"]["QueryNode"];
        };
        /** @description The actors behind a part of a result, or those whose ids a statement selects. */
        ActorsSource: components["schemas"]["InsightActorsQuery"] | components["schemas"]["FunnelsActorsQuery"] | components["schemas"]["StickinessActorsQuery"] | components["schemas"]["FunnelCorrelationActorsQuery"] | components["schemas"]["ServiceSqlQuery"];
        /** @description A metric of an experiment: one that can be computed, or an older one that is kept as sent. */
        ExperimentMetric: components["schemas"]["ComputedMetric"] | components["schemas"]["OlderMetric"];
        /** @description A metric in the reference's older form: it is kept and shown, and not computed. */
        OlderMetric: {
            /**
             * @description The kind of the metric.
             * @enum {string}
             */
            kind: "ExperimentTrendsQuery" | "ExperimentFunnelsQuery";
            /** @description Its id in the experiment; made where it is left out. */
            uuid?: string | null;
        } & {
            [key: string]: unknown;
        };
        /** @description Rows of a table: kept in a metric, whose results carry an error, since there are no such tables. */
        ExperimentDataWarehouseNode: {
            /**
             * @description The kind of the node. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            kind: "ExperimentDataWarehouseNode";
            /** @description As in the reference. */
            table_name: string;
            /** @description As in the reference. */
            timestamp_field: string;
            /** @description As in the reference. */
            events_join_key: string;
            /** @description As in the reference. */
            data_warehouse_join_key: string;
        } & {
            [key: string]: unknown;
        };
        /** @description A query behind whose result there are actors. */
        SourceOfActors: components["schemas"]["TrendsQuery"] | components["schemas"]["FunnelsQuery"] | components["schemas"]["FunnelCorrelationQuery"] | components["schemas"]["LifecycleQuery"] | components["schemas"]["StickinessQuery"] | components["schemas"]["PathsQuery"] | components["schemas"]["RetentionQuery"];
        /** @description The actors of a funnel, whose events and properties are compared. */
        CorrelatedActors: {
            /**
             * @description The kind of the selection.
             * @enum {string}
             */
            kind: "FunnelsActorsQuery";
            /** @description The funnel. */
            source: components["schemas"]["FunnelsQuery"];
            /** @description The day, as `days` of the result has it; of stickiness the number of intervals. */
            day?: string | number | null;
            /** @description The place of the series, from 0. */
            series?: number | null;
            /** @description The value that the result is cut by. */
            breakdown?: string | number | (string | number)[] | null;
            /** @description Which of two compared periods. */
            compare?: ("current" | "previous") | null;
            /** @description The state, of a lifecycle. */
            status?: string | null;
            /** @description The row, of retention. */
            interval?: number | null;
            /** @description Of stickiness: exactly, at least or at most `day`. */
            operator?: ("exact" | "gte" | "lte") | null;
            /** @description Those who did the step, from 1; negative: who did the one before, and not this. */
            funnelStep?: number | null;
            /** @description Those whose last step is one of these, from 1. */
            funnelCustomSteps?: number[] | null;
            /** @description Of a funnel that is cut: only those with this value. */
            funnelStepBreakdown?: string | number | (string | number)[] | null;
            /** @description Of a funnel over time: those who did not convert (`true`), or who did. */
            funnelTrendsDropOff?: boolean | null;
            /** @description Of a funnel over time: the beginning of the interval in which they entered. */
            funnelTrendsEntrancePeriodStart?: string | null;
            /** @description Of a correlation: those who converted, or did not. */
            funnelCorrelationPersonConverted?: boolean | null;
            /** @description Of a correlation: those with this event while it counts. */
            funnelCorrelationPersonEntity?: components["schemas"]["SeriesNode"] | null;
            /** @description Of a correlation: those who meet these conditions. */
            funnelCorrelationPropertyValues?: components["schemas"]["PropertyFilter"][] | components["schemas"]["PropertyFilter"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            includeRecordings?: unknown;
            /** @description The options of the run. */
            modifiers?: components["schemas"]["QueryModifiers"] | null;
            /** @description Accepted and without effect: clients keep it for themselves. */
            name?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            response?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            tags?: unknown;
            /** @description Accepted and without effect: clients keep it for themselves. */
            version?: unknown;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type ErrorBody = components['schemas']['ErrorBody'];
export type ErrorDetail = components['schemas']['ErrorDetail'];
export type DashboardSharing = components['schemas']['DashboardSharing'];
export type UserBasic = components['schemas']['UserBasic'];
export type DashboardSharingChanges = components['schemas']['DashboardSharingChanges'];
export type SubscriptionDelivery = components['schemas']['SubscriptionDelivery'];
export type ActivityLogPage = components['schemas']['ActivityLogPage'];
export type ActivityLogEntry = components['schemas']['ActivityLogEntry'];
export type ActivityChange = components['schemas']['ActivityChange'];
export type ActivityPathChange = components['schemas']['ActivityPathChange'];
export type ActivitySystem = components['schemas']['ActivitySystem'];
export type ActivityPerson = components['schemas']['ActivityPerson'];
export type Subscription = components['schemas']['Subscription'];
export type SubscriptionChanges = components['schemas']['SubscriptionChanges'];
export type NewSubscription = components['schemas']['NewSubscription'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type Webhook = components['schemas']['Webhook'];
export type WebhookChanges = components['schemas']['WebhookChanges'];
export type NewWebhook = components['schemas']['NewWebhook'];
export type Alert = components['schemas']['Alert'];
export type AlertChanges = components['schemas']['AlertChanges'];
export type NewAlert = components['schemas']['NewAlert'];
export type ListedAlert = components['schemas']['ListedAlert'];
export type RunningTime = components['schemas']['RunningTime'];
export type RunningTimeRequest = components['schemas']['RunningTimeRequest'];
export type ExperimentResults = components['schemas']['ExperimentResults'];
export type TimeseriesRecalculation = components['schemas']['TimeseriesRecalculation'];
export type RecalculationRequest = components['schemas']['RecalculationRequest'];
export type ExperimentTimeseries = components['schemas']['ExperimentTimeseries'];
export type SavedMetric = components['schemas']['SavedMetric'];
export type SavedMetricChanges = components['schemas']['SavedMetricChanges'];
export type NewSavedMetric = components['schemas']['NewSavedMetric'];
export type Holdout = components['schemas']['Holdout'];
export type HoldoutChanges = components['schemas']['HoldoutChanges'];
export type NewHoldout = components['schemas']['NewHoldout'];
export type Experiment = components['schemas']['Experiment'];
export type LinkedSavedMetric = components['schemas']['LinkedSavedMetric'];
export type MinimalFeatureFlag = components['schemas']['MinimalFeatureFlag'];
export type VariantShipping = components['schemas']['VariantShipping'];
export type ExperimentEnding = components['schemas']['ExperimentEnding'];
export type ExposureCohort = components['schemas']['ExposureCohort'];
export type Cohort = components['schemas']['Cohort'];
export type Promotions = components['schemas']['Promotions'];
export type PromotedThing = components['schemas']['PromotedThing'];
export type PromotionRequest = components['schemas']['PromotionRequest'];
export type ExperimentDuplication = components['schemas']['ExperimentDuplication'];
export type ExperimentVelocity = components['schemas']['ExperimentVelocity'];
export type FlagImplementation = components['schemas']['FlagImplementation'];
export type EligibleFlags = components['schemas']['EligibleFlags'];
export type FeatureFlag = components['schemas']['FeatureFlag'];
export type ExperimentChanges = components['schemas']['ExperimentChanges'];
export type NewExperiment = components['schemas']['NewExperiment'];
export type OfrepRequestRefused = components['schemas']['OfrepRequestRefused'];
export type OfrepFlagNotFound = components['schemas']['OfrepFlagNotFound'];
export type OfrepEvaluation = components['schemas']['OfrepEvaluation'];
export type OfrepEvaluationRequest = components['schemas']['OfrepEvaluationRequest'];
export type OfrepBulkEvaluation = components['schemas']['OfrepBulkEvaluation'];
export type OfrepEventStream = components['schemas']['OfrepEventStream'];
export type OfrepFailure = components['schemas']['OfrepFailure'];
export type FlagDefinitions = components['schemas']['FlagDefinitions'];
export type FlagDefinition = components['schemas']['FlagDefinition'];
export type RemoteConfig = components['schemas']['RemoteConfig'];
export type FlagsByValue = components['schemas']['FlagsByValue'];
export type FlagsByDetails = components['schemas']['FlagsByDetails'];
export type FlagDetails = components['schemas']['FlagDetails'];
export type FlagsRequest = components['schemas']['FlagsRequest'];
export type SurveyHeadline = components['schemas']['SurveyHeadline'];
export type SurveySummaryGenerator = components['schemas']['SurveySummaryGenerator'];
export type SurveySummaryRequest = components['schemas']['SurveySummaryRequest'];
export type SurveyQuestionSummary = components['schemas']['SurveyQuestionSummary'];
export type SdkSurveys = components['schemas']['SdkSurveys'];
export type SdkSurvey = components['schemas']['SdkSurvey'];
export type ArchivedResponse = components['schemas']['ArchivedResponse'];
export type ArchivedResponseUuids = components['schemas']['ArchivedResponseUuids'];
export type SurveyResponses = components['schemas']['SurveyResponses'];
export type SurveyResponse = components['schemas']['SurveyResponse'];
export type SurveyAnswer = components['schemas']['SurveyAnswer'];
export type SurveyStats = components['schemas']['SurveyStats'];
export type SurveyRates = components['schemas']['SurveyRates'];
export type SurveyQuestionStatistics = components['schemas']['SurveyQuestionStatistics'];
export type SurveyNps = components['schemas']['SurveyNps'];
export type SurveyEventTotal = components['schemas']['SurveyEventTotal'];
export type SurveyResponseCounts = components['schemas']['SurveyResponseCounts'];
export type AllSurveyStats = components['schemas']['AllSurveyStats'];
export type SurveyDocument = components['schemas']['SurveyDocument'];
export type SurveyCopies = components['schemas']['SurveyCopies'];
export type SurveyDuplication = components['schemas']['SurveyDuplication'];
export type Survey = components['schemas']['Survey'];
export type SurveyDailyLimit = components['schemas']['SurveyDailyLimit'];
export type SurveyChanges = components['schemas']['SurveyChanges'];
export type SurveyImport = components['schemas']['SurveyImport'];
export type NewSurvey = components['schemas']['NewSurvey'];
export type ScheduledChange = components['schemas']['ScheduledChange'];
export type ScheduledChangeChanges = components['schemas']['ScheduledChangeChanges'];
export type NewScheduledChange = components['schemas']['NewScheduledChange'];
export type PlacedFeatureFlag = components['schemas']['PlacedFeatureFlag'];
export type FeatureFlagsCopy = components['schemas']['FeatureFlagsCopy'];
export type FeatureFlagsCopyRequest = components['schemas']['FeatureFlagsCopyRequest'];
export type FeatureFlagExplanation = components['schemas']['FeatureFlagExplanation'];
export type FeatureFlagConditionExplanation = components['schemas']['FeatureFlagConditionExplanation'];
export type FeatureFlagPropertyExplanation = components['schemas']['FeatureFlagPropertyExplanation'];
export type BlastRadius = components['schemas']['BlastRadius'];
export type BlastRadiusRequest = components['schemas']['BlastRadiusRequest'];
export type FeatureFlagCondition = components['schemas']['FeatureFlagCondition'];
export type FeatureFlagProperty = components['schemas']['FeatureFlagProperty'];
export type MyFeatureFlag = components['schemas']['MyFeatureFlag'];
export type FeatureFlagEvaluationReasons = components['schemas']['FeatureFlagEvaluationReasons'];
export type FeatureFlagBulkDeletionResult = components['schemas']['FeatureFlagBulkDeletionResult'];
export type FeatureFlagBulkDeletion = components['schemas']['FeatureFlagBulkDeletion'];
export type FeatureFlagMatchingIds = components['schemas']['FeatureFlagMatchingIds'];
export type FeatureFlagIdsRefused = components['schemas']['FeatureFlagIdsRefused'];
export type FeatureFlagKeys = components['schemas']['FeatureFlagKeys'];
export type FeatureFlagIds = components['schemas']['FeatureFlagIds'];
export type FeatureFlagCopies = components['schemas']['FeatureFlagCopies'];
export type CopiedThing = components['schemas']['CopiedThing'];
export type FeatureFlagCopyRequest = components['schemas']['FeatureFlagCopyRequest'];
export type FeatureFlagReference = components['schemas']['FeatureFlagReference'];
export type FeatureFlagDependents = components['schemas']['FeatureFlagDependents'];
export type UsageDashboardRefused = components['schemas']['UsageDashboardRefused'];
export type Done_1 = components['schemas']['Done_1'];
export type CohortOfFeatureFlag = components['schemas']['CohortOfFeatureFlag'];
export type FeatureFlagStatusUnknown = components['schemas']['FeatureFlagStatusUnknown'];
export type FeatureFlagStatus = components['schemas']['FeatureFlagStatus'];
export type FeatureFlagChanges = components['schemas']['FeatureFlagChanges'];
export type FeatureFlagFilters = components['schemas']['FeatureFlagFilters'];
export type FeatureFlagVariant = components['schemas']['FeatureFlagVariant'];
export type NewFeatureFlag = components['schemas']['NewFeatureFlag'];
export type ChangeRequest = components['schemas']['ChangeRequest'];
export type ChangeRequestApproval = components['schemas']['ChangeRequestApproval'];
export type ChangeRequestRejection = components['schemas']['ChangeRequestRejection'];
export type ReadyStatus = components['schemas']['ReadyStatus'];
export type HealthStatus = components['schemas']['HealthStatus'];
export type CaptureAccepted = components['schemas']['CaptureAccepted'];
export type CapturedEvent = components['schemas']['CapturedEvent'];
export type SingleEvent = components['schemas']['SingleEvent'];
export type EventBatch = components['schemas']['EventBatch'];
export type BulkDeletionOutcome = components['schemas']['BulkDeletionOutcome'];
export type DataDeletion = components['schemas']['DataDeletion'];
export type BulkDeletion = components['schemas']['BulkDeletion'];
export type SplitPerson = components['schemas']['SplitPerson'];
export type UnsetProperty = components['schemas']['UnsetProperty'];
export type UpdatedProperty = components['schemas']['UpdatedProperty'];
export type PersonChanges = components['schemas']['PersonChanges'];
export type PersonExport = components['schemas']['PersonExport'];
export type Person = components['schemas']['Person'];
export type Group = components['schemas']['Group'];
export type UnsetGroupProperty = components['schemas']['UnsetGroupProperty'];
export type UpdatedGroupProperty = components['schemas']['UpdatedGroupProperty'];
export type NewGroup = components['schemas']['NewGroup'];
export type GroupType = components['schemas']['GroupType'];
export type PropertyDefinition = components['schemas']['PropertyDefinition'];
export type PropertyDefinitionChanges = components['schemas']['PropertyDefinitionChanges'];
export type EventDefinition = components['schemas']['EventDefinition'];
export type EventDefinitionChanges = components['schemas']['EventDefinitionChanges'];
export type NewEventDefinition = components['schemas']['NewEventDefinition'];
export type DataExport = components['schemas']['DataExport'];
export type NewDataExport = components['schemas']['NewDataExport'];
export type NewDataDeletion = components['schemas']['NewDataDeletion'];
export type Insight = components['schemas']['Insight'];
export type InsightChanges = components['schemas']['InsightChanges'];
export type NewInsight = components['schemas']['NewInsight'];
export type Dashboard = components['schemas']['Dashboard'];
export type DashboardTile = components['schemas']['DashboardTile'];
export type DashboardText = components['schemas']['DashboardText'];
export type DashboardTileMove = components['schemas']['DashboardTileMove'];
export type DashboardChanges = components['schemas']['DashboardChanges'];
export type NewDashboard = components['schemas']['NewDashboard'];
export type DashboardBasic = components['schemas']['DashboardBasic'];
export type CohortPerson = components['schemas']['CohortPerson'];
export type CohortChanges = components['schemas']['CohortChanges'];
export type NewCohort = components['schemas']['NewCohort'];
export type Action = components['schemas']['Action'];
export type StoredActionStep = components['schemas']['StoredActionStep'];
export type ActionChanges = components['schemas']['ActionChanges'];
export type NewAction = components['schemas']['NewAction'];
export type InsightVariable = components['schemas']['InsightVariable'];
export type InsightVariableChanges = components['schemas']['InsightVariableChanges'];
export type NewInsightVariable = components['schemas']['NewInsightVariable'];
export type QuestionAnswer = components['schemas']['QuestionAnswer'];
export type AskedQuestion = components['schemas']['AskedQuestion'];
export type SqlDraft = components['schemas']['SqlDraft'];
export type QueryAuthCheck = components['schemas']['QueryAuthCheck'];
export type UpgradedQuery = components['schemas']['UpgradedQuery'];
export type QueryUpgrade = components['schemas']['QueryUpgrade'];
export type ProjectSecretApiKey = components['schemas']['ProjectSecretApiKey'];
export type ProjectSecretApiKeyChanges = components['schemas']['ProjectSecretApiKeyChanges'];
export type NewProjectSecretApiKey = components['schemas']['NewProjectSecretApiKey'];
export type Project = components['schemas']['Project'];
export type ProjectUsage = components['schemas']['ProjectUsage'];
export type ProjectChanges = components['schemas']['ProjectChanges'];
export type NewProject = components['schemas']['NewProject'];
export type OrganizationMember = components['schemas']['OrganizationMember'];
export type OrganizationMemberChanges = components['schemas']['OrganizationMemberChanges'];
export type NewOrganizationMember = components['schemas']['NewOrganizationMember'];
export type Organization = components['schemas']['Organization'];
export type OrganizationChanges = components['schemas']['OrganizationChanges'];
export type NewOrganization = components['schemas']['NewOrganization'];
export type PersonalApiKey = components['schemas']['PersonalApiKey'];
export type PersonalApiKeyChanges = components['schemas']['PersonalApiKeyChanges'];
export type NewPersonalApiKey = components['schemas']['NewPersonalApiKey'];
export type User = components['schemas']['User'];
export type UserChanges = components['schemas']['UserChanges'];
export type QueryStatusResponse = components['schemas']['QueryStatusResponse'];
export type QueryStatus = components['schemas']['QueryStatus'];
export type QueryProgress = components['schemas']['QueryProgress'];
export type QueryRequest = components['schemas']['QueryRequest'];
export type ProviderStart = components['schemas']['ProviderStart'];
export type LoginIdentity = components['schemas']['LoginIdentity'];
export type ProviderSecondStep = components['schemas']['ProviderSecondStep'];
export type ProviderSignedIn = components['schemas']['ProviderSignedIn'];
export type ProviderReturn = components['schemas']['ProviderReturn'];
export type ProviderStartRequest = components['schemas']['ProviderStartRequest'];
export type Done = components['schemas']['Done'];
export type SecondFactorProof = components['schemas']['SecondFactorProof'];
export type BackupCodes = components['schemas']['BackupCodes'];
export type SecondFactorConfirmation = components['schemas']['SecondFactorConfirmation'];
export type NewSecondFactor = components['schemas']['NewSecondFactor'];
export type NewSecondFactorRequest = components['schemas']['NewSecondFactorRequest'];
export type SecondFactor = components['schemas']['SecondFactor'];
export type OwnSession = components['schemas']['OwnSession'];
export type JoinedOrganization = components['schemas']['JoinedOrganization'];
export type InviteLink = components['schemas']['InviteLink'];
export type SignedIn = components['schemas']['SignedIn'];
export type AcceptedInvite = components['schemas']['AcceptedInvite'];
export type OpenedInvite = components['schemas']['OpenedInvite'];
export type SentOrganizationInvite = components['schemas']['SentOrganizationInvite'];
export type NewOrganizationInvite = components['schemas']['NewOrganizationInvite'];
export type OrganizationInvite = components['schemas']['OrganizationInvite'];
export type PasswordChange = components['schemas']['PasswordChange'];
export type PasswordReset = components['schemas']['PasswordReset'];
export type PasswordResetRequest = components['schemas']['PasswordResetRequest'];
export type Setup = components['schemas']['Setup'];
export type Logout = components['schemas']['Logout'];
export type SecondStepRequest = components['schemas']['SecondStepRequest'];
export type SecondStep = components['schemas']['SecondStep'];
export type Login = components['schemas']['Login'];
export type Session = components['schemas']['Session'];
export type HoldoutCondition = components['schemas']['HoldoutCondition'];
export type ExperimentVariant = components['schemas']['ExperimentVariant'];
export type ExperimentParameters = components['schemas']['ExperimentParameters'];
export type SavedMetricLink = components['schemas']['SavedMetricLink'];
export type BayesianPrior = components['schemas']['BayesianPrior'];
export type BayesianConfig = components['schemas']['BayesianConfig'];
export type FrequentistConfig = components['schemas']['FrequentistConfig'];
export type CupedConfig = components['schemas']['CupedConfig'];
export type MultipleTestingConfig = components['schemas']['MultipleTestingConfig'];
export type ExperimentStatsConfig = components['schemas']['ExperimentStatsConfig'];
export type SurveyValidationRule = components['schemas']['SurveyValidationRule'];
export type SurveyBranching = components['schemas']['SurveyBranching'];
export type SurveyQuestionTranslation = components['schemas']['SurveyQuestionTranslation'];
export type SurveyQuestion = components['schemas']['SurveyQuestion'];
export type SurveyOpenQuestion = components['schemas']['SurveyOpenQuestion'];
export type SurveyLinkQuestion = components['schemas']['SurveyLinkQuestion'];
export type SurveyRatingQuestion = components['schemas']['SurveyRatingQuestion'];
export type SurveySingleChoiceQuestion = components['schemas']['SurveySingleChoiceQuestion'];
export type SurveyMultipleChoiceQuestion = components['schemas']['SurveyMultipleChoiceQuestion'];
export type SurveyEventProperty = components['schemas']['SurveyEventProperty'];
export type SurveyEvent = components['schemas']['SurveyEvent'];
export type SurveyEvents = components['schemas']['SurveyEvents'];
export type SurveyActions = components['schemas']['SurveyActions'];
export type SurveyConditions = components['schemas']['SurveyConditions'];
export type SurveyAppearance = components['schemas']['SurveyAppearance'];
export type SurveyTranslation = components['schemas']['SurveyTranslation'];
export type SurveyTranslations = components['schemas']['SurveyTranslations'];
export type ScheduledStatusUpdate = components['schemas']['ScheduledStatusUpdate'];
export type ScheduledReleaseCondition = components['schemas']['ScheduledReleaseCondition'];
export type ScheduledVariantsUpdate = components['schemas']['ScheduledVariantsUpdate'];
export type ScheduledOperation = components['schemas']['ScheduledOperation'];
export type DashboardFilters = components['schemas']['DashboardFilters'];
export type TileLayout = components['schemas']['TileLayout'];
export type TileLayouts = components['schemas']['TileLayouts'];
export type CohortOlderGroup = components['schemas']['CohortOlderGroup'];
export type CohortPersonCondition = components['schemas']['CohortPersonCondition'];
export type CohortMembershipCondition = components['schemas']['CohortMembershipCondition'];
export type CohortBehaviourCondition = components['schemas']['CohortBehaviourCondition'];
export type CohortGroup = components['schemas']['CohortGroup'];
export type CohortFilters = components['schemas']['CohortFilters'];
export type PropertyFilter = components['schemas']['PropertyFilter'];
export type PropertyCondition = components['schemas']['PropertyCondition'];
export type PropertyGroup = components['schemas']['PropertyGroup'];
export type ActionStep = components['schemas']['ActionStep'];
export type ExposureConfig = components['schemas']['ExposureConfig'];
export type ExposureCriteria = components['schemas']['ExposureCriteria'];
export type ExperimentBreakdown = components['schemas']['ExperimentBreakdown'];
export type ExperimentBreakdownFilter = components['schemas']['ExperimentBreakdownFilter'];
export type ExperimentGuardrail = components['schemas']['ExperimentGuardrail'];
export type SeriesCurrency = components['schemas']['SeriesCurrency'];
export type ExperimentSource = components['schemas']['ExperimentSource'];
export type ExperimentEventsSource = components['schemas']['ExperimentEventsSource'];
export type ExperimentActionsSource = components['schemas']['ExperimentActionsSource'];
export type ExperimentMeanMetric = components['schemas']['ExperimentMeanMetric'];
export type ExperimentEvents = components['schemas']['ExperimentEvents'];
export type ExperimentEventsNode = components['schemas']['ExperimentEventsNode'];
export type ExperimentActionsNode = components['schemas']['ExperimentActionsNode'];
export type ExperimentFunnelMetric = components['schemas']['ExperimentFunnelMetric'];
export type ExperimentOutlierHandling = components['schemas']['ExperimentOutlierHandling'];
export type ExperimentRatioMetric = components['schemas']['ExperimentRatioMetric'];
export type ExperimentRetentionMetric = components['schemas']['ExperimentRetentionMetric'];
export type ComputedMetric = components['schemas']['ComputedMetric'];
export type ExperimentStepSession = components['schemas']['ExperimentStepSession'];
export type ExperimentBaseline = components['schemas']['ExperimentBaseline'];
export type ExperimentRisk = components['schemas']['ExperimentRisk'];
export type ExperimentGuardrailResult = components['schemas']['ExperimentGuardrailResult'];
export type ExperimentAdjustment = components['schemas']['ExperimentAdjustment'];
export type ExperimentVariantResult = components['schemas']['ExperimentVariantResult'];
export type ExperimentBreakdownResult = components['schemas']['ExperimentBreakdownResult'];
export type ExperimentMetricResult = components['schemas']['ExperimentMetricResult'];
export type ExposureSeries = components['schemas']['ExposureSeries'];
export type ExposureDateRange = components['schemas']['ExposureDateRange'];
export type SampleRatioMismatch = components['schemas']['SampleRatioMismatch'];
export type DailySampleRatio = components['schemas']['DailySampleRatio'];
export type SourceSampleRatio = components['schemas']['SourceSampleRatio'];
export type ExperimentExposures = components['schemas']['ExperimentExposures'];
export type ResolvedDateRange = components['schemas']['ResolvedDateRange'];
export type QueryTiming = components['schemas']['QueryTiming'];
export type ServiceSqlQueryResponse = components['schemas']['ServiceSqlQueryResponse'];
export type SqlNotice = components['schemas']['SqlNotice'];
export type HogQlMetadataResponse = components['schemas']['HogQLMetadataResponse'];
export type SqlTableField = components['schemas']['SqlTableField'];
export type SqlTable = components['schemas']['SqlTable'];
export type DatabaseSchemaQueryResponse = components['schemas']['DatabaseSchemaQueryResponse'];
export type MeasuredSeries = components['schemas']['MeasuredSeries'];
export type TrendsResultFilter = components['schemas']['TrendsResultFilter'];
export type TrendsResult = components['schemas']['TrendsResult'];
export type TrendsQueryResponse = components['schemas']['TrendsQueryResponse'];
export type EventsQueryResponse = components['schemas']['EventsQueryResponse'];
export type ActorsQueryResponse = components['schemas']['ActorsQueryResponse'];
export type ActorOption = components['schemas']['ActorOption'];
export type InsightActorsQueryOptionsResponse = components['schemas']['InsightActorsQueryOptionsResponse'];
export type FunnelStepResult = components['schemas']['FunnelStepResult'];
export type FunnelCurve = components['schemas']['FunnelCurve'];
export type FunnelTimes = components['schemas']['FunnelTimes'];
export type FunnelsQueryResponse = components['schemas']['FunnelsQueryResponse'];
export type CorrelatedEvent = components['schemas']['CorrelatedEvent'];
export type CorrelationResult = components['schemas']['CorrelationResult'];
export type CorrelationResults = components['schemas']['CorrelationResults'];
export type FunnelCorrelationQueryResponse = components['schemas']['FunnelCorrelationQueryResponse'];
export type LifecycleResult = components['schemas']['LifecycleResult'];
export type LifecycleQueryResponse = components['schemas']['LifecycleQueryResponse'];
export type ResultSeries = components['schemas']['ResultSeries'];
export type StickinessResult = components['schemas']['StickinessResult'];
export type StickinessQueryResponse = components['schemas']['StickinessQueryResponse'];
export type PathEdge = components['schemas']['PathEdge'];
export type PathsQueryResponse = components['schemas']['PathsQueryResponse'];
export type RetentionCell = components['schemas']['RetentionCell'];
export type RetentionRow = components['schemas']['RetentionRow'];
export type RetentionQueryResponse = components['schemas']['RetentionQueryResponse'];
export type ErrorIssueVolume = components['schemas']['ErrorIssueVolume'];
export type ErrorIssueAggregations = components['schemas']['ErrorIssueAggregations'];
export type ErrorIssue = components['schemas']['ErrorIssue'];
export type ErrorTrackingQueryResponse = components['schemas']['ErrorTrackingQueryResponse'];
export type ExperimentQueryResponse = components['schemas']['ExperimentQueryResponse'];
export type ExperimentExposureQueryResponse = components['schemas']['ExperimentExposureQueryResponse'];
export type SqlSuggestion = components['schemas']['SqlSuggestion'];
export type HogQlAutocompleteResponse = components['schemas']['HogQLAutocompleteResponse'];
export type DateRange = components['schemas']['DateRange'];
export type SqlFilters = components['schemas']['SqlFilters'];
export type SqlVariableValue = components['schemas']['SqlVariableValue'];
export type QueryModifiers = components['schemas']['QueryModifiers'];
export type ServiceSqlQuery = components['schemas']['ServiceSqlQuery'];
export type HogQlastQuery = components['schemas']['HogQLASTQuery'];
export type HogQlMetadata = components['schemas']['HogQLMetadata'];
export type DatabaseSchemaQuery = components['schemas']['DatabaseSchemaQuery'];
export type SeriesNode = components['schemas']['SeriesNode'];
export type EventsNode = components['schemas']['EventsNode'];
export type ActionsNode = components['schemas']['ActionsNode'];
export type Breakdown = components['schemas']['Breakdown'];
export type BreakdownFilter = components['schemas']['BreakdownFilter'];
export type CompareFilter = components['schemas']['CompareFilter'];
export type ConversionGoal = components['schemas']['ConversionGoal'];
export type TrendsFormula = components['schemas']['TrendsFormula'];
export type TrendsFilter = components['schemas']['TrendsFilter'];
export type TrendsQuery = components['schemas']['TrendsQuery'];
export type EventsQuery = components['schemas']['EventsQuery'];
export type ActorsQuery = components['schemas']['ActorsQuery'];
export type InsightActorsQueryOptions = components['schemas']['InsightActorsQueryOptions'];
export type FunnelStep = components['schemas']['FunnelStep'];
export type FunnelEventsStep = components['schemas']['FunnelEventsStep'];
export type FunnelActionsStep = components['schemas']['FunnelActionsStep'];
export type FunnelExclusion = components['schemas']['FunnelExclusion'];
export type FunnelEventsExclusion = components['schemas']['FunnelEventsExclusion'];
export type FunnelActionsExclusion = components['schemas']['FunnelActionsExclusion'];
export type FunnelsFilter = components['schemas']['FunnelsFilter'];
export type FunnelsQuery = components['schemas']['FunnelsQuery'];
export type FunnelCorrelationQuery = components['schemas']['FunnelCorrelationQuery'];
export type LifecycleFilter = components['schemas']['LifecycleFilter'];
export type LifecycleQuery = components['schemas']['LifecycleQuery'];
export type StickinessCriteria = components['schemas']['StickinessCriteria'];
export type StickinessFilter = components['schemas']['StickinessFilter'];
export type StickinessQuery = components['schemas']['StickinessQuery'];
export type PathCleaningFilter = components['schemas']['PathCleaningFilter'];
export type PathsFilter = components['schemas']['PathsFilter'];
export type FunnelPathsFilter = components['schemas']['FunnelPathsFilter'];
export type PathsQuery = components['schemas']['PathsQuery'];
export type RetentionEntity = components['schemas']['RetentionEntity'];
export type RetentionFilter = components['schemas']['RetentionFilter'];
export type RetentionQuery = components['schemas']['RetentionQuery'];
export type ErrorTrackingQuery = components['schemas']['ErrorTrackingQuery'];
export type ExperimentQuery = components['schemas']['ExperimentQuery'];
export type ExperimentExposureQuery = components['schemas']['ExperimentExposureQuery'];
export type HogQlAutocomplete = components['schemas']['HogQLAutocomplete'];
export type ActorsSelection = components['schemas']['ActorsSelection'];
export type InsightActorsQuery = components['schemas']['InsightActorsQuery'];
export type FunnelsActorsQuery = components['schemas']['FunnelsActorsQuery'];
export type StickinessActorsQuery = components['schemas']['StickinessActorsQuery'];
export type FunnelCorrelationActorsQuery = components['schemas']['FunnelCorrelationActorsQuery'];
export type FiltersOverride = components['schemas']['FiltersOverride'];
export type VariableOverride = components['schemas']['VariableOverride'];
export type VariablesOverride = components['schemas']['VariablesOverride'];
export type QueryAnswer = components['schemas']['QueryAnswer'];
export type QueuedQuery = components['schemas']['QueuedQuery'];
export type QueryResponse = components['schemas']['QueryResponse'];
export type LocalFlagFilters = components['schemas']['LocalFlagFilters'];
export type LocalFlagCondition = components['schemas']['LocalFlagCondition'];
export type LocalFlagDependency = components['schemas']['LocalFlagDependency'];
export type LocalCohort = components['schemas']['LocalCohort'];
export type LocalCohortCondition = components['schemas']['LocalCohortCondition'];
export type QueryNode = components['schemas']['QueryNode'];
export type StoredQuery = components['schemas']['StoredQuery'];
export type OtherQuery = components['schemas']['OtherQuery'];
export type DataTableNode = components['schemas']['DataTableNode'];
export type DataVisualizationNode = components['schemas']['DataVisualizationNode'];
export type InsightVizNode = components['schemas']['InsightVizNode'];
export type ActorsSource = components['schemas']['ActorsSource'];
export type ExperimentMetric = components['schemas']['ExperimentMetric'];
export type OlderMetric = components['schemas']['OlderMetric'];
export type ExperimentDataWarehouseNode = components['schemas']['ExperimentDataWarehouseNode'];
export type SourceOfActors = components['schemas']['SourceOfActors'];
export type CorrelatedActors = components['schemas']['CorrelatedActors'];
export interface operations {
    "signIn.session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Session */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    "signIn.login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Login"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"] | components["schemas"]["SecondStep"];
                };
            };
        };
    };
    "signIn.complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondStepRequest"];
            };
        };
        responses: {
            /** @description SignedIn */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
        };
    };
    "signIn.logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Logout"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    "signIn.setUp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Setup"];
            };
        };
        responses: {
            /** @description SignedIn */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
        };
    };
    "signIn.askReset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordResetRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    "signIn.reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordReset"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    "account.changePassword": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description SignedIn */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
        };
    };
    "invites.list": {
        parameters: {
            query?: {
                /** @description The items of a page: 100 by default, at most 1,000. A value that is no positive integer is ignored. */
                limit?: number;
                /** @description The items before the page: 0 by default. A value that is no integer is ignored. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The organisation's id. `@current` is the caller's current organisation. */
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of items on all pages. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the page before; null on the first one. */
                        previous: string | null;
                        /** @description The items of this page. */
                        results: components["schemas"]["OrganizationInvite"][];
                    };
                };
            };
        };
    };
    "invites.send": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organisation's id. `@current` is the caller's current organisation. */
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOrganizationInvite"];
            };
        };
        responses: {
            /** @description SentOrganizationInvite */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentOrganizationInvite"];
                };
            };
        };
    };
    "invites.resend": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organisation's id. `@current` is the caller's current organisation. */
                organization_id: string;
                /** @description The invitation's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description SentOrganizationInvite */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentOrganizationInvite"];
                };
            };
        };
    };
    "invites.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organisation's id. `@current` is the caller's current organisation. */
                organization_id: string;
                /** @description The invitation's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "inviteLinks.read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteLink"];
            };
        };
        responses: {
            /** @description OpenedInvite */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenedInvite"];
                };
            };
        };
    };
    "inviteLinks.accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptedInvite"];
            };
        };
        responses: {
            /** @description SignedIn */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
        };
    };
    "ownInvites.join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteLink"];
            };
        };
        responses: {
            /** @description JoinedOrganization */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JoinedOrganization"];
                };
            };
        };
    };
    "ownSessions.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnSession"][];
                };
            };
        };
    };
    "ownSessions.end": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The session's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "secondFactor.read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description SecondFactor */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactor"];
                };
            };
        };
    };
    "secondFactor.begin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSecondFactorRequest"];
            };
        };
        responses: {
            /** @description NewSecondFactor */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewSecondFactor"];
                };
            };
        };
    };
    "secondFactor.confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorConfirmation"];
            };
        };
        responses: {
            /** @description BackupCodes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackupCodes"];
                };
            };
        };
    };
    "secondFactor.renewCodes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorProof"];
            };
        };
        responses: {
            /** @description BackupCodes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackupCodes"];
                };
            };
        };
    };
    "secondFactor.turnOff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorProof"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
        };
    };
    "provider.start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProviderStartRequest"];
            };
        };
        responses: {
            /** @description ProviderStart */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderStart"];
                };
            };
        };
    };
    "provider.complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProviderReturn"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderSignedIn"] | components["schemas"]["ProviderSecondStep"];
                };
            };
        };
    };
    "identities.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginIdentity"][];
                };
            };
        };
    };
    "identities.connect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ProviderStart */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderStart"];
                };
            };
        };
    };
    "identities.disconnect": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The identity's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "query.run": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QueryRequest"];
            };
        };
        responses: {
            /** @description All rows, each a line with a JSON object of its cells by the names of the columns; after an error the last line is an object with the field `$error` alone, where `Accept` asks for it before JSON. | All rows as CSV, after a line with the names of the columns; an error cuts the connection off, where `Accept` asks for it before JSON. | All rows as a Parquet file; an error cuts the connection off, where `Accept` asks for it before JSON. | The answer of an insight, or of SQL with numbers over a time or by names, as a chart, where `Accept` asks for it before JSON. */
            200: {
                headers: {
                    /** @description The id of the query: its `client_query_id`, or one that was made for it. Its log is read by it. */
                    "X-Hedgerow-Query-Id"?: string;
                    /** @description Rows that the engine read for this answer, as far as it knows; 0 for a cached answer. */
                    "X-Hedgerow-Rows-Read"?: string;
                    /** @description Bytes that the engine read for this answer, as far as it knows; 0 for a cached answer. */
                    "X-Hedgerow-Bytes-Read"?: string;
                    /** @description Milliseconds of processor time that the engine spent; 0 where it does not report it. */
                    "X-Hedgerow-Cpu-Ms"?: string;
                    /** @description The names and types of the columns of a streamed answer, as JSON; left out beyond 8,000 characters. */
                    "X-Hedgerow-Columns"?: string;
                    /** @description The name of the file as which a browser saves a streamed answer: the query's `name`, or `query`. */
                    "Content-Disposition"?: string;
                    /** @description Warnings about the rows of a streamed answer: a JSON list of texts. */
                    "X-Hedgerow-Warnings"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueryResponse"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                    "image/svg+xml": string;
                    "application/vnd.apache.parquet": string;
                };
            };
        };
    };
    "query.status": {
        parameters: {
            query?: {
                /** @description `true`: shows how far the query is. */
                show_progress?: string;
                /** @description `true`: shows how far the query is. */
                showProgress?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The query's id: its `client_query_id`, or the `id` of the status that `POST /query/` returned. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description QueryStatusResponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueryStatusResponse"];
                };
            };
        };
    };
    "query.cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The query's id: its `client_query_id`, or the `id` of the status that `POST /query/` returned. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "query.log": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The query's id: its `client_query_id`, or the `id` of the status that `POST /query/` returned. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceSqlQueryResponse"];
                };
            };
        };
    };
    "identity.me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description User */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    "identity.updateMe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserChanges"];
            };
        };
        responses: {
            /** @description User */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    "identity.currentKey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description PersonalApiKey */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonalApiKey"];
                };
            };
        };
    };
    "identity.projects": {
        parameters: {
            query?: {
                /** @description The items of a page: 100 by default, at most 1,000. A value that is no positive integer is ignored. */
                limit?: number;
                /** @description The items before the page: 0 by default. A value that is no integer is ignored. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of items on all pages. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the page before; null on the first one. */
                        previous: string | null;
                        /** @description The items of this page. */
                        results: components["schemas"]["Project"][];
                    };
                };
            };
        };
    };
    "projects.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewProject"];
            };
        };
        responses: {
            /** @description Project */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    "identity.organizations": {
        parameters: {
            query?: {
                /** @description The items of a page: 100 by default, at most 1,000. A value that is no positive integer is ignored. */
                limit?: number;
                /** @description The items before the page: 0 by default. A value that is no integer is ignored. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of items on all pages. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the page before; null on the first one. */
                        previous: string | null;
                        /** @description The items of this page. */
                        results: components["schemas"]["Organization"][];
                    };
                };
            };
        };
    };
    "organizations.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOrganization"];
            };
        };
        responses: {
            /** @description Organization */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    "identity.organization": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organisation's id. `@current` is the caller's current organisation. */
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Organization */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    "organizations.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organisation's id. `@current` is the caller's current organisation. */
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "organizations.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organisation's id. `@current` is the caller's current organisation. */
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationChanges"];
            };
        };
        responses: {
            /** @description Organization */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    "identity.organizationProjects": {
        parameters: {
            query?: {
                /** @description The items of a page: 100 by default, at most 1,000. A value that is no positive integer is ignored. */
                limit?: number;
                /** @description The items before the page: 0 by default. A value that is no integer is ignored. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The organisation's id. `@current` is the caller's current organisation. */
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of items on all pages. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the page before; null on the first one. */
                        previous: string | null;
                        /** @description The items of this page. */
                        results: components["schemas"]["Project"][];
                    };
                };
            };
        };
    };
    "organizations.createProject": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organisation's id. `@current` is the caller's current organisation. */
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewProject"];
            };
        };
        responses: {
            /** @description Project */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    "personalApiKeys.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonalApiKey"][];
                };
            };
        };
    };
    "personalApiKeys.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPersonalApiKey"];
            };
        };
        responses: {
            /** @description PersonalApiKey */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonalApiKey"];
                };
            };
        };
    };
    "personalApiKeys.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description PersonalApiKey */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonalApiKey"];
                };
            };
        };
    };
    "personalApiKeys.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "personalApiKeys.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonalApiKeyChanges"];
            };
        };
        responses: {
            /** @description PersonalApiKey */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonalApiKey"];
                };
            };
        };
    };
    "personalApiKeys.roll": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description PersonalApiKey */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonalApiKey"];
                };
            };
        };
    };
    "organizations.project": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organisation's id. `@current` is the caller's current organisation. */
                organization_id: string;
                /** @description The project's id. `@current` is the caller's current project. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Project */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    "organizations.removeProject": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organisation's id. `@current` is the caller's current organisation. */
                organization_id: string;
                /** @description The project's id. `@current` is the caller's current project. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "organizations.updateProject": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organisation's id. `@current` is the caller's current organisation. */
                organization_id: string;
                /** @description The project's id. `@current` is the caller's current project. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectChanges"];
            };
        };
        responses: {
            /** @description Project */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    "members.list": {
        parameters: {
            query?: {
                /** @description The items of a page: 100 by default, at most 1,000. A value that is no positive integer is ignored. */
                limit?: number;
                /** @description The items before the page: 0 by default. A value that is no integer is ignored. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The organisation's id. `@current` is the caller's current organisation. */
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of items on all pages. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the page before; null on the first one. */
                        previous: string | null;
                        /** @description The items of this page. */
                        results: components["schemas"]["OrganizationMember"][];
                    };
                };
            };
        };
    };
    "members.add": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organisation's id. `@current` is the caller's current organisation. */
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOrganizationMember"];
            };
        };
        responses: {
            /** @description OrganizationMember */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationMember"];
                };
            };
        };
    };
    "members.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organisation's id. `@current` is the caller's current organisation. */
                organization_id: string;
                /** @description The member's uuid. */
                user_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "members.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organisation's id. `@current` is the caller's current organisation. */
                organization_id: string;
                /** @description The member's uuid. */
                user_uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationMemberChanges"];
            };
        };
        responses: {
            /** @description OrganizationMember */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationMember"];
                };
            };
        };
    };
    "project.project": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Project */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    "project.removeProject": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "project.updateProject": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectChanges"];
            };
        };
        responses: {
            /** @description Project */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    "project.usage": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events of a project in the current month. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectUsage"];
                };
            };
        };
    };
    "project.resetToken": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Project */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    "projectSecretKeys.list": {
        parameters: {
            query?: {
                /** @description The items of a page: 100 by default, at most 1,000. A value that is no positive integer is ignored. */
                limit?: number;
                /** @description The items before the page: 0 by default. A value that is no integer is ignored. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of items on all pages. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the page before; null on the first one. */
                        previous: string | null;
                        /** @description The items of this page. */
                        results: components["schemas"]["ProjectSecretApiKey"][];
                    };
                };
            };
        };
    };
    "projectSecretKeys.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewProjectSecretApiKey"];
            };
        };
        responses: {
            /** @description ProjectSecretApiKey */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectSecretApiKey"];
                };
            };
        };
    };
    "projectSecretKeys.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The secret's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ProjectSecretApiKey */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectSecretApiKey"];
                };
            };
        };
    };
    "projectSecretKeys.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The secret's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "projectSecretKeys.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The secret's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectSecretApiKeyChanges"];
            };
        };
        responses: {
            /** @description ProjectSecretApiKey */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectSecretApiKey"];
                };
            };
        };
    };
    "projectSecretKeys.roll": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The secret's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ProjectSecretApiKey */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectSecretApiKey"];
                };
            };
        };
    };
    "queryPreparation.upgrade": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QueryUpgrade"];
            };
        };
        responses: {
            /** @description UpgradedQuery */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpgradedQuery"];
                };
            };
        };
    };
    "queryPreparation.checkAuthForAsync": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description QueryAuthCheck */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueryAuthCheck"];
                };
            };
        };
    };
    "queryPreparation.draftSql": {
        parameters: {
            query?: {
                /** @description The request in English words, in at most 400 characters. Required. */
                prompt?: string;
                /** @description An SQL query that the prompt may want changed, such as by `only for …`. */
                current_query?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description SqlDraft */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SqlDraft"];
                };
            };
        };
    };
    "queryPreparation.askInWords": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AskedQuestion"];
            };
        };
        responses: {
            /** @description QuestionAnswer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuestionAnswer"];
                };
            };
        };
    };
    "insightVariables.list": {
        parameters: {
            query?: {
                /** @description The items of a page: 100 by default, at most 1,000. A value that is no positive integer is ignored. */
                limit?: number;
                /** @description The items before the page: 0 by default. A value that is no integer is ignored. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of items on all pages. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the page before; null on the first one. */
                        previous: string | null;
                        /** @description The items of this page. */
                        results: components["schemas"]["InsightVariable"][];
                    };
                };
            };
        };
    };
    "insightVariables.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewInsightVariable"];
            };
        };
        responses: {
            /** @description A value that queries name. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InsightVariable"];
                };
            };
        };
    };
    "insightVariables.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The variable's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A value that queries name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InsightVariable"];
                };
            };
        };
    };
    "insightVariables.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The variable's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "insightVariables.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The variable's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InsightVariableChanges"];
            };
        };
        responses: {
            /** @description A value that queries name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InsightVariable"];
                };
            };
        };
    };
    "insightVariables.activity": {
        parameters: {
            query?: {
                /** @description The entries of a page: 10 by default, at most 1,000. */
                limit?: number;
                /** @description The page, counted from 1. */
                page?: number;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The variable's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ActivityLogPage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityLogPage"];
                };
            };
        };
    };
    "actions.list": {
        parameters: {
            query?: {
                /** @description The items of a page: 100 by default, at most 1,000. A value that is no positive integer is ignored. */
                limit?: number;
                /** @description The items before the page: 0 by default. A value that is no integer is ignored. */
                offset?: number;
                /** @description A part of the name, in any letter case. */
                search?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of items on all pages. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the page before; null on the first one. */
                        previous: string | null;
                        /** @description The items of this page. */
                        results: components["schemas"]["Action"][];
                    };
                };
            };
        };
    };
    "actions.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAction"];
            };
        };
        responses: {
            /** @description A name for the events that meet one of its steps. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Action"];
                };
            };
        };
    };
    "actions.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The action's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A name for the events that meet one of its steps. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Action"];
                };
            };
        };
    };
    "actions.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The action's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "actions.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The action's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActionChanges"];
            };
        };
        responses: {
            /** @description A name for the events that meet one of its steps. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Action"];
                };
            };
        };
    };
    "actions.activity": {
        parameters: {
            query?: {
                /** @description The entries of a page: 10 by default, at most 1,000. */
                limit?: number;
                /** @description The page, counted from 1. */
                page?: number;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The action's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ActivityLogPage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityLogPage"];
                };
            };
        };
    };
    "activity.log": {
        parameters: {
            query?: {
                /** @description The entries of a page: 10 by default, at most 1,000. */
                limit?: number;
                /** @description The page, counted from 1. */
                page?: number;
                /** @description Only entries about this kind of thing, as in `FeatureFlag`. */
                scope?: string;
                /** @description Only entries about these kinds of things, with commas between. */
                scopes?: string;
                /** @description Only entries about the thing with this id. */
                item_id?: string;
                /** @description Only entries of this user, by id. */
                user?: number;
                /** @description Only entries of this activity: `created`, `updated`, `deleted` and so on. */
                activity?: string;
                /** @description Only entries since this day or time. A time without an offset is UTC. */
                start_date?: string;
                /** @description Only entries until this day or time, which is part of the range. */
                end_date?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ActivityLogPage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityLogPage"];
                };
            };
        };
    };
    "activity.project": {
        parameters: {
            query?: {
                /** @description The entries of a page: 10 by default, at most 1,000. */
                limit?: number;
                /** @description The page, counted from 1. */
                page?: number;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ActivityLogPage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityLogPage"];
                };
            };
        };
    };
    "organizationActivity.log": {
        parameters: {
            query?: {
                /** @description The entries of a page: 10 by default, at most 1,000. */
                limit?: number;
                /** @description The page, counted from 1. */
                page?: number;
                /** @description Only entries about this kind of thing, as in `FeatureFlag`. */
                scope?: string;
                /** @description Only entries about these kinds of things, with commas between. */
                scopes?: string;
                /** @description Only entries about the thing with this id. */
                item_id?: string;
                /** @description Only entries of this user, by id. */
                user?: number;
                /** @description Only entries of this activity: `created`, `updated`, `deleted` and so on. */
                activity?: string;
                /** @description Only entries since this day or time. A time without an offset is UTC. */
                start_date?: string;
                /** @description Only entries until this day or time, which is part of the range. */
                end_date?: string;
            };
            header?: never;
            path: {
                /** @description The organisation's id. `@current` is the caller's current organisation. */
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ActivityLogPage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityLogPage"];
                };
            };
        };
    };
    "cohorts.list": {
        parameters: {
            query?: {
                /** @description The items of a page: 100 by default, at most 1,000. A value that is no positive integer is ignored. */
                limit?: number;
                /** @description The items before the page: 0 by default. A value that is no integer is ignored. */
                offset?: number;
                /** @description A part of the name, in any letter case. */
                search?: string;
                /** @description Whether the members are listed. */
                is_static?: string;
                /** @description The id of the user who created it. */
                created_by_id?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of items on all pages. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the page before; null on the first one. */
                        previous: string | null;
                        /** @description The items of this page. */
                        results: components["schemas"]["Cohort"][];
                    };
                };
            };
        };
    };
    "cohorts.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCohort"];
            };
        };
        responses: {
            /** @description Cohort */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cohort"];
                };
            };
        };
    };
    "cohorts.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The cohort's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cohort */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cohort"];
                };
            };
        };
    };
    "cohorts.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The cohort's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "cohorts.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The cohort's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CohortChanges"];
            };
        };
        responses: {
            /** @description Cohort */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cohort"];
                };
            };
        };
    };
    "cohorts.persons": {
        parameters: {
            query?: {
                /** @description The items of a page: 100 by default, at most 1,000. A value that is no positive integer is ignored. */
                limit?: number;
                /** @description The items before the page: 0 by default. A value that is no integer is ignored. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The cohort's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of items on all pages. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the page before; null on the first one. */
                        previous: string | null;
                        /** @description The items of this page. */
                        results: components["schemas"]["CohortPerson"][];
                    };
                };
            };
        };
    };
    "cohorts.activity": {
        parameters: {
            query?: {
                /** @description The entries of a page: 10 by default, at most 1,000. */
                limit?: number;
                /** @description The page, counted from 1. */
                page?: number;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The cohort's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ActivityLogPage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityLogPage"];
                };
            };
        };
    };
    "dashboards.list": {
        parameters: {
            query?: {
                /** @description The items of a page: 100 by default, at most 1,000. A value that is no positive integer is ignored. */
                limit?: number;
                /** @description The items before the page: 0 by default. A value that is no integer is ignored. */
                offset?: number;
                /** @description A part of the name, in any letter case. */
                search?: string;
                /** @description Whether it stands before others. */
                pinned?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of items on all pages. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the page before; null on the first one. */
                        previous: string | null;
                        /** @description The items of this page. */
                        results: components["schemas"]["DashboardBasic"][];
                    };
                };
            };
        };
    };
    "dashboards.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDashboard"];
            };
        };
        responses: {
            /** @description Dashboard */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dashboard"];
                };
            };
        };
    };
    "dashboards.read": {
        parameters: {
            query?: {
                /** @description Whether results are computed, as `refresh` of `POST /query/`: without it, and with `force_cache` or `false`, no query is run and the result is the kept one of any age. `true` is `force_blocking`. */
                refresh?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The dashboard's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Dashboard */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dashboard"];
                };
            };
        };
    };
    "dashboards.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The dashboard's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "dashboards.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The dashboard's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DashboardChanges"];
            };
        };
        responses: {
            /** @description Dashboard */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dashboard"];
                };
            };
        };
    };
    "dashboards.moveTile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The dashboard's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DashboardTileMove"];
            };
        };
        responses: {
            /** @description Dashboard */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dashboard"];
                };
            };
        };
    };
    "dashboards.activity": {
        parameters: {
            query?: {
                /** @description The entries of a page: 10 by default, at most 1,000. */
                limit?: number;
                /** @description The page, counted from 1. */
                page?: number;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The dashboard's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ActivityLogPage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityLogPage"];
                };
            };
        };
    };
    "insights.list": {
        parameters: {
            query?: {
                /** @description The items of a page: 100 by default, at most 1,000. A value that is no positive integer is ignored. */
                limit?: number;
                /** @description The items before the page: 0 by default. A value that is no integer is ignored. */
                offset?: number;
                /** @description A part of the name, in any letter case. */
                search?: string;
                /** @description The id in the addresses of insights; the insight then has its result, as when it is read. */
                short_id?: string;
                /** @description Whether it was saved by itself, not for a dashboard alone. */
                saved?: string;
                /** @description Whether it stands out for people. */
                favorited?: string;
                /** @description The kind of its query; `JSON` is every other kind. */
                insight?: string;
                /** @description The users who made it, one of them: a number, or a JSON list of numbers. */
                created_by?: string;
                /** @description Words of which it has one: a word, or a JSON list of words. */
                tags?: string;
                /** @description Last changed at this time or later: ISO 8601, or relative as `-7d`; `all` does not bound. */
                date_from?: string;
                /** @description Last changed before this time; a day is in the list whole. */
                date_to?: string;
                /** @description Made at this time or later. */
                created_date_from?: string;
                /** @description Made before this time; a day is in the list whole. */
                created_date_to?: string;
                /** @description The field to order by; with `-` before it descending. */
                order?: string;
                /** @description `false` or `force_cache`: the insights have the results that are kept of their queries, and a page has 20 at most. Without it lists have no results. */
                refresh?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of items on all pages. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the page before; null on the first one. */
                        previous: string | null;
                        /** @description The items of this page. */
                        results: components["schemas"]["Insight"][];
                    };
                };
            };
        };
    };
    "insights.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewInsight"];
            };
        };
        responses: {
            /** @description Insight */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Insight"];
                };
            };
        };
    };
    "insights.read": {
        parameters: {
            query?: {
                /** @description Whether results are computed, as `refresh` of `POST /query/`: without it, and with `force_cache` or `false`, no query is run and the result is the kept one of any age. `true` is `force_blocking`. */
                refresh?: string;
                /** @description The id of a dashboard that shows it: the result is that under its filters. */
                from_dashboard?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The insight's id, or its short id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Insight */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Insight"];
                };
            };
        };
    };
    "insights.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The insight's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "insights.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The insight's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InsightChanges"];
            };
        };
        responses: {
            /** @description Insight */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Insight"];
                };
            };
        };
    };
    "insights.activity": {
        parameters: {
            query?: {
                /** @description The entries of a page: 10 by default, at most 1,000. */
                limit?: number;
                /** @description The page, counted from 1. */
                page?: number;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The insight's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ActivityLogPage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityLogPage"];
                };
            };
        };
    };
    "dataDeletions.list": {
        parameters: {
            query?: {
                /** @description The items of a page: 100 by default, at most 1,000. A value that is no positive integer is ignored. */
                limit?: number;
                /** @description The items before the page: 0 by default. A value that is no integer is ignored. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of items on all pages. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the page before; null on the first one. */
                        previous: string | null;
                        /** @description The items of this page. */
                        results: components["schemas"]["DataDeletion"][];
                    };
                };
            };
        };
    };
    "dataDeletions.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDataDeletion"];
            };
        };
        responses: {
            /** @description A deletion of persons or events. It shows no id of a person. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataDeletion"];
                };
            };
            /** @description A deletion of persons or events. It shows no id of a person. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataDeletion"];
                };
            };
        };
    };
    "dataDeletions.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The deletion's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A deletion of persons or events. It shows no id of a person. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataDeletion"];
                };
            };
        };
    };
    "dataDeletions.activity": {
        parameters: {
            query?: {
                /** @description The entries of a page: 10 by default, at most 1,000. */
                limit?: number;
                /** @description The page, counted from 1. */
                page?: number;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The deletion's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ActivityLogPage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityLogPage"];
                };
            };
        };
    };
    "dataExports.list": {
        parameters: {
            query?: {
                /** @description The items of a page: 100 by default, at most 1,000. A value that is no positive integer is ignored. */
                limit?: number;
                /** @description The items before the page: 0 by default. A value that is no integer is ignored. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of items on all pages. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the page before; null on the first one. */
                        previous: string | null;
                        /** @description The items of this page. */
                        results: components["schemas"]["DataExport"][];
                    };
                };
            };
        };
    };
    "dataExports.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDataExport"];
            };
        };
        responses: {
            /** @description A file of events, of persons or of the rows of a query. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataExport"];
                };
            };
        };
    };
    "dataExports.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The export's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A file of events, of persons or of the rows of a query. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataExport"];
                };
            };
        };
    };
    "dataExports.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The export's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "dataExports.content": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The export's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A line for each row: a JSON object of its cells by the names of the columns. | A line with the names of the columns, then a line for each row. | A Parquet file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                    "application/vnd.apache.parquet": string;
                };
            };
        };
    };
    "dataExports.activity": {
        parameters: {
            query?: {
                /** @description The entries of a page: 10 by default, at most 1,000. */
                limit?: number;
                /** @description The page, counted from 1. */
                page?: number;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The export's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ActivityLogPage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityLogPage"];
                };
            };
        };
    };
    "definitions.events": {
        parameters: {
            query?: {
                /** @description The items of a page: 100 by default, at most 1,000. A value that is no positive integer is ignored. */
                limit?: number;
                /** @description The items before the page: 0 by default. A value that is no integer is ignored. */
                offset?: number;
                /** @description Only names with all of these words, in any letter case. */
                search?: string;
                /** @description `event_custom`: only your own events. `event_posthog`: only those of SDKs. `event` or `all`: both. */
                event_type?: string;
                /** @description `true` leaves out hidden names. */
                exclude_hidden?: string;
                /** @description `true` or `false`: only names that are verified, or that are not. */
                verified?: string;
                /** @description `name`, `created_at`, `last_seen_at`, `volume` or `volume_30_day`; with `-` before it descending. */
                ordering?: string;
                /** @description `ordering` by another name. */
                order?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of items on all pages. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the page before; null on the first one. */
                        previous: string | null;
                        /** @description The items of this page. */
                        results: components["schemas"]["EventDefinition"][];
                    };
                };
            };
        };
    };
    "definitions.createEvent": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewEventDefinition"];
            };
        };
        responses: {
            /** @description EventDefinition */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventDefinition"];
                };
            };
        };
    };
    "definitions.eventByName": {
        parameters: {
            query?: {
                /** @description The event's name, exactly. */
                name?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description EventDefinition */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventDefinition"];
                };
            };
        };
    };
    "definitions.event": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The definition's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description EventDefinition */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventDefinition"];
                };
            };
        };
    };
    "definitions.removeEvent": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The definition's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "definitions.updateEvent": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The definition's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventDefinitionChanges"];
            };
        };
        responses: {
            /** @description EventDefinition */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventDefinition"];
                };
            };
        };
    };
    "definitions.properties": {
        parameters: {
            query?: {
                /** @description The items of a page: 100 by default, at most 1,000. A value that is no positive integer is ignored. */
                limit?: number;
                /** @description The items before the page: 0 by default. A value that is no integer is ignored. */
                offset?: number;
                /** @description Only names with all of these words, in any letter case. */
                search?: string;
                /** @description The owner of the properties: `event` (the default), `person`, `group` or `session`. */
                type?: string;
                /** @description With `group`: the number of the group type, from 0 to 4. */
                group_type_index?: string;
                /** @description Only these names, with commas between. */
                properties?: string;
                /** @description Not these names: a JSON list. */
                excluded_properties?: string;
                /** @description The events that `is_seen_on_filtered_events` is about: a JSON list of names. */
                event_names?: string;
                /** @description `true` leaves out properties that none of `event_names` has. */
                filter_by_event_names?: string;
                /** @description `true` leaves out names that begin with `$`. */
                exclude_core_properties?: string;
                /** @description `true` leaves out hidden names. */
                exclude_hidden?: string;
                /** @description `true` or `false`: only properties of feature flags, or only others. */
                is_feature_flag?: string;
                /** @description `true` or `false`: only numeric properties, or only others. */
                is_numerical?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of items on all pages. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the page before; null on the first one. */
                        previous: string | null;
                        /** @description The items of this page. */
                        results: components["schemas"]["PropertyDefinition"][];
                    };
                };
            };
        };
    };
    "definitions.property": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The definition's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description PropertyDefinition */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PropertyDefinition"];
                };
            };
        };
    };
    "definitions.removeProperty": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The definition's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "definitions.updateProperty": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The definition's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PropertyDefinitionChanges"];
            };
        };
        responses: {
            /** @description PropertyDefinition */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PropertyDefinition"];
                };
            };
        };
    };
    "groups.types": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupType"][];
                };
            };
        };
    };
    "groups.list": {
        parameters: {
            query?: {
                /** @description The index of the type of groups, from 0 to 4; it must be given. */
                group_type_index?: number;
                /** @description The items of a page: 100 by default, at most 1,000. A value that is no positive integer is ignored. */
                limit?: number;
                /** @description A part of the key, in any letter case. */
                search?: string;
                /** @description A part of the key, too, in any letter case. */
                group_key?: string;
                /** @description The place of a page, as `next` and `previous` have it. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the page before; null on the first one. */
                        previous: string | null;
                        /** @description The groups of this page. */
                        results: components["schemas"]["Group"][];
                    };
                };
            };
        };
    };
    "groups.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewGroup"];
            };
        };
        responses: {
            /** @description A company, team or other group that several persons share. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
        };
    };
    "groups.find": {
        parameters: {
            query?: {
                /** @description The index of the type of groups, from 0 to 4; it must be given. */
                group_type_index?: number;
                /** @description The key of the group; it must be given. */
                group_key?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A company, team or other group that several persons share. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
        };
    };
    "groups.updateProperty": {
        parameters: {
            query?: {
                /** @description The index of the type of groups, from 0 to 4; it must be given. */
                group_type_index?: number;
                /** @description The key of the group; it must be given. */
                group_key?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatedGroupProperty"];
            };
        };
        responses: {
            /** @description A company, team or other group that several persons share. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
        };
    };
    "groups.deleteProperty": {
        parameters: {
            query?: {
                /** @description The index of the type of groups, from 0 to 4; it must be given. */
                group_type_index?: number;
                /** @description The key of the group; it must be given. */
                group_key?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UnsetGroupProperty"];
            };
        };
        responses: {
            /** @description A company, team or other group that several persons share. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
        };
    };
    "persons.list": {
        parameters: {
            query?: {
                /** @description The items of a page: 100 by default, at most 1,000. A value that is no positive integer is ignored. */
                limit?: number;
                /** @description The items before the page: 0 by default. A value that is no integer is ignored. */
                offset?: number;
                /** @description A part of the e-mail address, the name or a distinct id, or the whole uuid. */
                search?: string;
                /** @description The e-mail address. */
                email?: string;
                /** @description A distinct id: the person that has it, other conditions are not looked at. */
                distinct_id?: string;
                /** @description Conditions as JSON: a list of property filters of the type `person` or `cohort`. */
                properties?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the page before; null on the first one. */
                        previous: string | null;
                        /** @description The persons of this page. */
                        results: components["schemas"]["Person"][];
                    };
                };
            };
        };
    };
    "persons.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The person's uuid. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Someone, or something, that events belong to. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
        };
    };
    "persons.remove": {
        parameters: {
            query?: {
                /** @description Whether the events of the person are deleted, too: `true`. They stay by default. */
                delete_events?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The person's uuid. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A deletion of persons or events. It shows no id of a person. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataDeletion"];
                };
            };
        };
    };
    "persons.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The person's uuid. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonChanges"];
            };
        };
        responses: {
            /** @description <No Content> */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "persons.export": {
        parameters: {
            query?: {
                /** @description The items before the page: 0 by default. A value that is no integer is ignored. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The person's uuid. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Everything that the project holds about one person. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonExport"];
                };
            };
        };
    };
    "persons.updateProperty": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The person's uuid. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatedProperty"];
            };
        };
        responses: {
            /** @description <No Content> */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "persons.deleteProperty": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The person's uuid. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UnsetProperty"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                    };
                };
            };
        };
    };
    "persons.split": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The person's uuid. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SplitPerson"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true. */
                        success: boolean;
                    };
                };
            };
        };
    };
    "persons.bulkDelete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkDeletion"];
            };
        };
        responses: {
            /** @description The outcome of a deletion of several persons. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkDeletionOutcome"];
                };
            };
        };
    };
    "capture.eByUrl": {
        parameters: {
            query?: {
                /** @description `base64` when the body is; gzip is recognised without it. */
                compression?: string;
                /** @description `1`: the answer is 204 without a body. */
                beacon?: string;
                /** @description The time at which the client sent the request by its own clock, in ISO 8601 or milliseconds. */
                sent_at?: string;
                /** @description The same in milliseconds, from browser SDKs. */
                _?: string;
                /** @description The project's token (`phc_…`). */
                api_key?: string;
                /** @description The project's token by another name. */
                token?: string;
                /** @description The events as JSON, plain or as `compression` says. */
                data?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CaptureAccepted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureAccepted"];
                };
            };
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "capture.e": {
        parameters: {
            query?: {
                /** @description `base64` when the body is; gzip is recognised without it. */
                compression?: string;
                /** @description `1`: the answer is 204 without a body. */
                beacon?: string;
                /** @description The time at which the client sent the request by its own clock, in ISO 8601 or milliseconds. */
                sent_at?: string;
                /** @description The same in milliseconds, from browser SDKs. */
                _?: string;
                /** @description The project's token (`phc_…`). */
                api_key?: string;
                /** @description The project's token by another name. */
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventBatch"] | components["schemas"]["SingleEvent"] | components["schemas"]["CapturedEvent"][];
            };
        };
        responses: {
            /** @description CaptureAccepted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureAccepted"];
                };
            };
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "capture.captureByUrl": {
        parameters: {
            query?: {
                /** @description `base64` when the body is; gzip is recognised without it. */
                compression?: string;
                /** @description `1`: the answer is 204 without a body. */
                beacon?: string;
                /** @description The time at which the client sent the request by its own clock, in ISO 8601 or milliseconds. */
                sent_at?: string;
                /** @description The same in milliseconds, from browser SDKs. */
                _?: string;
                /** @description The project's token (`phc_…`). */
                api_key?: string;
                /** @description The project's token by another name. */
                token?: string;
                /** @description The events as JSON, plain or as `compression` says. */
                data?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CaptureAccepted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureAccepted"];
                };
            };
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "capture.capture": {
        parameters: {
            query?: {
                /** @description `base64` when the body is; gzip is recognised without it. */
                compression?: string;
                /** @description `1`: the answer is 204 without a body. */
                beacon?: string;
                /** @description The time at which the client sent the request by its own clock, in ISO 8601 or milliseconds. */
                sent_at?: string;
                /** @description The same in milliseconds, from browser SDKs. */
                _?: string;
                /** @description The project's token (`phc_…`). */
                api_key?: string;
                /** @description The project's token by another name. */
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventBatch"] | components["schemas"]["SingleEvent"] | components["schemas"]["CapturedEvent"][];
            };
        };
        responses: {
            /** @description CaptureAccepted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureAccepted"];
                };
            };
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "capture.trackByUrl": {
        parameters: {
            query?: {
                /** @description `base64` when the body is; gzip is recognised without it. */
                compression?: string;
                /** @description `1`: the answer is 204 without a body. */
                beacon?: string;
                /** @description The time at which the client sent the request by its own clock, in ISO 8601 or milliseconds. */
                sent_at?: string;
                /** @description The same in milliseconds, from browser SDKs. */
                _?: string;
                /** @description The project's token (`phc_…`). */
                api_key?: string;
                /** @description The project's token by another name. */
                token?: string;
                /** @description The events as JSON, plain or as `compression` says. */
                data?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CaptureAccepted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureAccepted"];
                };
            };
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "capture.track": {
        parameters: {
            query?: {
                /** @description `base64` when the body is; gzip is recognised without it. */
                compression?: string;
                /** @description `1`: the answer is 204 without a body. */
                beacon?: string;
                /** @description The time at which the client sent the request by its own clock, in ISO 8601 or milliseconds. */
                sent_at?: string;
                /** @description The same in milliseconds, from browser SDKs. */
                _?: string;
                /** @description The project's token (`phc_…`). */
                api_key?: string;
                /** @description The project's token by another name. */
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventBatch"] | components["schemas"]["SingleEvent"] | components["schemas"]["CapturedEvent"][];
            };
        };
        responses: {
            /** @description CaptureAccepted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureAccepted"];
                };
            };
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "capture.engageByUrl": {
        parameters: {
            query?: {
                /** @description `base64` when the body is; gzip is recognised without it. */
                compression?: string;
                /** @description `1`: the answer is 204 without a body. */
                beacon?: string;
                /** @description The time at which the client sent the request by its own clock, in ISO 8601 or milliseconds. */
                sent_at?: string;
                /** @description The same in milliseconds, from browser SDKs. */
                _?: string;
                /** @description The project's token (`phc_…`). */
                api_key?: string;
                /** @description The project's token by another name. */
                token?: string;
                /** @description The events as JSON, plain or as `compression` says. */
                data?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CaptureAccepted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureAccepted"];
                };
            };
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "capture.engage": {
        parameters: {
            query?: {
                /** @description `base64` when the body is; gzip is recognised without it. */
                compression?: string;
                /** @description `1`: the answer is 204 without a body. */
                beacon?: string;
                /** @description The time at which the client sent the request by its own clock, in ISO 8601 or milliseconds. */
                sent_at?: string;
                /** @description The same in milliseconds, from browser SDKs. */
                _?: string;
                /** @description The project's token (`phc_…`). */
                api_key?: string;
                /** @description The project's token by another name. */
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventBatch"] | components["schemas"]["SingleEvent"] | components["schemas"]["CapturedEvent"][];
            };
        };
        responses: {
            /** @description CaptureAccepted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureAccepted"];
                };
            };
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "capture.batchByUrl": {
        parameters: {
            query?: {
                /** @description `base64` when the body is; gzip is recognised without it. */
                compression?: string;
                /** @description `1`: the answer is 204 without a body. */
                beacon?: string;
                /** @description The time at which the client sent the request by its own clock, in ISO 8601 or milliseconds. */
                sent_at?: string;
                /** @description The same in milliseconds, from browser SDKs. */
                _?: string;
                /** @description The project's token (`phc_…`). */
                api_key?: string;
                /** @description The project's token by another name. */
                token?: string;
                /** @description The events as JSON, plain or as `compression` says. */
                data?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CaptureAccepted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureAccepted"];
                };
            };
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "capture.batch": {
        parameters: {
            query?: {
                /** @description `base64` when the body is; gzip is recognised without it. */
                compression?: string;
                /** @description `1`: the answer is 204 without a body. */
                beacon?: string;
                /** @description The time at which the client sent the request by its own clock, in ISO 8601 or milliseconds. */
                sent_at?: string;
                /** @description The same in milliseconds, from browser SDKs. */
                _?: string;
                /** @description The project's token (`phc_…`). */
                api_key?: string;
                /** @description The project's token by another name. */
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventBatch"] | components["schemas"]["SingleEvent"] | components["schemas"]["CapturedEvent"][];
            };
        };
        responses: {
            /** @description CaptureAccepted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureAccepted"];
                };
            };
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "capture.iv0eByUrl": {
        parameters: {
            query?: {
                /** @description `base64` when the body is; gzip is recognised without it. */
                compression?: string;
                /** @description `1`: the answer is 204 without a body. */
                beacon?: string;
                /** @description The time at which the client sent the request by its own clock, in ISO 8601 or milliseconds. */
                sent_at?: string;
                /** @description The same in milliseconds, from browser SDKs. */
                _?: string;
                /** @description The project's token (`phc_…`). */
                api_key?: string;
                /** @description The project's token by another name. */
                token?: string;
                /** @description The events as JSON, plain or as `compression` says. */
                data?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CaptureAccepted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureAccepted"];
                };
            };
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "capture.iv0e": {
        parameters: {
            query?: {
                /** @description `base64` when the body is; gzip is recognised without it. */
                compression?: string;
                /** @description `1`: the answer is 204 without a body. */
                beacon?: string;
                /** @description The time at which the client sent the request by its own clock, in ISO 8601 or milliseconds. */
                sent_at?: string;
                /** @description The same in milliseconds, from browser SDKs. */
                _?: string;
                /** @description The project's token (`phc_…`). */
                api_key?: string;
                /** @description The project's token by another name. */
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventBatch"] | components["schemas"]["SingleEvent"] | components["schemas"]["CapturedEvent"][];
            };
        };
        responses: {
            /** @description CaptureAccepted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureAccepted"];
                };
            };
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "health.health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description HealthStatus */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthStatus"];
                };
            };
        };
    };
    "health.ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ReadyStatus */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadyStatus"];
                };
            };
        };
    };
    "changeRequests.list": {
        parameters: {
            query?: {
                /** @description The items of a page: 100 by default, at most 1,000. A value that is no positive integer is ignored. */
                limit?: number;
                /** @description The items before the page: 0 by default. A value that is no integer is ignored. */
                offset?: number;
                /** @description Those in this state alone. */
                state?: string;
                /** @description Those of the flag with this id alone. */
                flag?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of items on all pages. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the page before; null on the first one. */
                        previous: string | null;
                        /** @description The items of this page. */
                        results: components["schemas"]["ChangeRequest"][];
                    };
                };
            };
        };
    };
    "changeRequests.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The change request's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ChangeRequest */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeRequest"];
                };
            };
        };
    };
    "changeRequests.approve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The change request's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ChangeRequest */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeRequest"];
                };
            };
        };
    };
    "changeRequests.reject": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The change request's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeRequestRejection"];
            };
        };
        responses: {
            /** @description ChangeRequest */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeRequest"];
                };
            };
        };
    };
    "changeRequests.cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The change request's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ChangeRequest */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeRequest"];
                };
            };
        };
    };
    "featureFlags.list": {
        parameters: {
            query?: {
                /** @description The items of a page: 100 by default, at most 1,000. A value that is no positive integer is ignored. */
                limit?: number;
                /** @description The items before the page: 0 by default. A value that is no integer is ignored. */
                offset?: number;
                /** @description Only flags that are active, or not: `true` or `false` in any letter case; `STALE`: only stale ones. */
                active?: string;
                /** @description Only flags of this user, by number. */
                created_by_id?: string;
                /** @description Only flags with this text in their key or name, in any letter case. */
                search?: string;
                /** @description Only flags of this type: `boolean`, `multivariant`, `remote_config` or `experiment`. */
                type?: string;
                /** @description Only flags of this runtime: `server`, `client`, `all` or `both`, which is `all`. */
                evaluation_runtime?: string;
                /** @description Not the flags with these keys: a JSON list. */
                excluded_properties?: string;
                /** @description Only flags with one of these tags: a JSON list. */
                tags?: string;
                /** @description `true` or `false`: only flags with evaluation tags, or without. */
                has_evaluation_tags?: string;
                /** @description `has_evaluation_tags` by its newer name. */
                has_evaluation_contexts?: string;
                /** @description The field to order by; with `-` before it descending. */
                order?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of items on all pages. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the page before; null on the first one. */
                        previous: string | null;
                        /** @description The items of this page. */
                        results: components["schemas"]["FeatureFlag"][];
                    };
                };
            };
        };
    };
    "featureFlags.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewFeatureFlag"];
            };
        };
        responses: {
            /** @description FeatureFlag */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeatureFlag"];
                };
            };
        };
    };
    "featureFlags.read": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer. */
                "if-none-match"?: string;
            };
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The flag's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description FeatureFlag */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeatureFlag"];
                };
            };
            /** @description <No Content> */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "featureFlags.replace": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` or the version that the change starts from, as in `"3"`; another one is 412. */
                "if-match"?: string;
            };
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The flag's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeatureFlagChanges"];
            };
        };
        responses: {
            /** @description FeatureFlag */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeatureFlag"];
                };
            };
        };
    };
    "featureFlags.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The flag's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "featureFlags.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` or the version that the change starts from, as in `"3"`; another one is 412. */
                "if-match"?: string;
            };
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The flag's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeatureFlagChanges"];
            };
        };
        responses: {
            /** @description FeatureFlag */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeatureFlag"];
                };
            };
        };
    };
    "featureFlags.activity": {
        parameters: {
            query?: {
                /** @description The entries of a page: 10 by default, at most 1,000. */
                limit?: number;
                /** @description The page, counted from 1. */
                page?: number;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ActivityLogPage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityLogPage"];
                };
            };
        };
    };
    "featureFlags.activityOfOne": {
        parameters: {
            query?: {
                /** @description The entries of a page: 10 by default, at most 1,000. */
                limit?: number;
                /** @description The page, counted from 1. */
                page?: number;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The flag's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ActivityLogPage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityLogPage"];
                };
            };
        };
    };
    "featureFlags.status": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The flag's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description FeatureFlagStatus */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeatureFlagStatus"];
                };
            };
        };
    };
    "featureFlags.remoteConfig": {
        parameters: {
            query?: {
                /** @description The project's token, beside `@current` as the project's id. */
                token?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The flag's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string | null;
                };
            };
        };
    };
    "featureFlagActions.cohort": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The flag's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CohortOfFeatureFlag */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CohortOfFeatureFlag"];
                };
            };
        };
    };
    "featureFlagActions.dashboard": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The flag's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done_1"];
                };
            };
        };
    };
    "featureFlagActions.enrichDashboard": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The flag's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done_1"];
                };
            };
        };
    };
    "featureFlagActions.activeDependents": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The flag's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description FeatureFlagDependents */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeatureFlagDependents"];
                };
            };
        };
    };
    "featureFlagActions.dependents": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The flag's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeatureFlagReference"][];
                };
            };
        };
    };
    "featureFlagActions.copy": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The flag's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeatureFlagCopyRequest"];
            };
        };
        responses: {
            /** @description FeatureFlagCopies */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeatureFlagCopies"];
                };
            };
        };
    };
    "featureFlagActions.bulkKeys": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeatureFlagIds"];
            };
        };
        responses: {
            /** @description FeatureFlagKeys */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeatureFlagKeys"];
                };
            };
        };
    };
    "featureFlagActions.matchingIds": {
        parameters: {
            query?: {
                /** @description Only flags that are active, or not: `true` or `false` in any letter case; `STALE`: only stale ones. */
                active?: string;
                /** @description Only flags of this user, by number. */
                created_by_id?: string;
                /** @description Only flags with this text in their key or name, in any letter case. */
                search?: string;
                /** @description Only flags of this type: `boolean`, `multivariant`, `remote_config` or `experiment`. */
                type?: string;
                /** @description Only flags of this runtime: `server`, `client`, `all` or `both`, which is `all`. */
                evaluation_runtime?: string;
                /** @description Not the flags with these keys: a JSON list. */
                excluded_properties?: string;
                /** @description Only flags with one of these tags: a JSON list. */
                tags?: string;
                /** @description `true` or `false`: only flags with evaluation tags, or without. */
                has_evaluation_tags?: string;
                /** @description `has_evaluation_tags` by its newer name. */
                has_evaluation_contexts?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description FeatureFlagMatchingIds */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeatureFlagMatchingIds"];
                };
            };
        };
    };
    "featureFlagActions.bulkDelete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeatureFlagBulkDeletion"];
            };
        };
        responses: {
            /** @description FeatureFlagBulkDeletionResult */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeatureFlagBulkDeletionResult"];
                };
            };
        };
    };
    "featureFlagAnswers.evaluationReasons": {
        parameters: {
            query?: {
                /** @description The user's distinct id. */
                distinct_id?: string;
                /** @description The keys of the user's groups by type: a JSON object. */
                groups?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description FeatureFlagEvaluationReasons */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeatureFlagEvaluationReasons"];
                };
            };
        };
    };
    "featureFlagAnswers.myFlags": {
        parameters: {
            query?: {
                /** @description The keys of the user's groups by type: a JSON object. */
                groups?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MyFeatureFlag"][];
                };
            };
        };
    };
    "featureFlagAnswers.blastRadius": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BlastRadiusRequest"];
            };
        };
        responses: {
            /** @description BlastRadius */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlastRadius"];
                };
            };
        };
    };
    "featureFlagAnswers.explain": {
        parameters: {
            query?: {
                /** @description The user's distinct id. */
                distinct_id?: string;
                /** @description The keys of the user's groups by type: a JSON object. */
                groups?: string;
                /** @description The user's device, for flags that go by device. */
                device_id?: string;
                /** @description Properties of the user instead of stored ones: a JSON object. */
                person_properties?: string;
                /** @description Properties of the groups instead of stored ones, by type: a JSON object. */
                group_properties?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The flag's id or key. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description FeatureFlagExplanation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeatureFlagExplanation"];
                };
            };
        };
    };
    "organizationFlags.copy": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organisation's id. `@current` is the caller's current organisation. */
                organization_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeatureFlagsCopyRequest"];
            };
        };
        responses: {
            /** @description FeatureFlagsCopy */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FeatureFlagsCopy"];
                };
            };
        };
    };
    "organizationFlags.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organisation's id. `@current` is the caller's current organisation. */
                organization_id: string;
                /** @description The flag's key. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlacedFeatureFlag"][];
                };
            };
        };
    };
    "scheduledChanges.list": {
        parameters: {
            query?: {
                /** @description The items of a page: 100 by default, at most 1,000. A value that is no positive integer is ignored. */
                limit?: number;
                /** @description The items before the page: 0 by default. A value that is no integer is ignored. */
                offset?: number;
                /** @description The kind of thing that is changed. */
                model_name?: string;
                /** @description The flag's id. */
                record_id?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of items on all pages. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the page before; null on the first one. */
                        previous: string | null;
                        /** @description The items of this page. */
                        results: components["schemas"]["ScheduledChange"][];
                    };
                };
            };
        };
    };
    "scheduledChanges.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewScheduledChange"];
            };
        };
        responses: {
            /** @description ScheduledChange */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledChange"];
                };
            };
        };
    };
    "scheduledChanges.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The scheduled change's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ScheduledChange */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledChange"];
                };
            };
        };
    };
    "scheduledChanges.replace": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The scheduled change's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduledChangeChanges"];
            };
        };
        responses: {
            /** @description ScheduledChange */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledChange"];
                };
            };
        };
    };
    "scheduledChanges.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The scheduled change's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "scheduledChanges.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The scheduled change's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduledChangeChanges"];
            };
        };
        responses: {
            /** @description ScheduledChange */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduledChange"];
                };
            };
        };
    };
    "surveys.list": {
        parameters: {
            query?: {
                /** @description The items of a page: 100 by default, at most 1,000. A value that is no positive integer is ignored. */
                limit?: number;
                /** @description The items before the page: 0 by default. A value that is no integer is ignored. */
                offset?: number;
                /** @description Words of the name or the description, in any letter case. Only surveys with all of them are returned. */
                search?: string;
                /** @description Whether they are put away; without it all are returned. */
                archived?: string;
                /** @description The place where they are shown. */
                type?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of items on all pages. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the page before; null on the first one. */
                        previous: string | null;
                        /** @description The items of this page. */
                        results: components["schemas"]["Survey"][];
                    };
                };
            };
        };
    };
    "surveys.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSurvey"];
            };
        };
        responses: {
            /** @description Questions to a project's users: who is asked, when and where. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Survey"];
                };
            };
        };
    };
    "surveys.activity": {
        parameters: {
            query?: {
                /** @description The entries of a page: 10 by default, at most 1,000. */
                limit?: number;
                /** @description The page, counted from 1. */
                page?: number;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ActivityLogPage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityLogPage"];
                };
            };
        };
    };
    "surveys.import": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SurveyImport"];
            };
        };
        responses: {
            /** @description Questions to a project's users: who is asked, when and where. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Survey"];
                };
            };
        };
    };
    "surveys.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The survey's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Questions to a project's users: who is asked, when and where. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Survey"];
                };
            };
        };
    };
    "surveys.replace": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The survey's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SurveyChanges"];
            };
        };
        responses: {
            /** @description Questions to a project's users: who is asked, when and where. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Survey"];
                };
            };
        };
    };
    "surveys.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The survey's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "surveys.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The survey's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SurveyChanges"];
            };
        };
        responses: {
            /** @description Questions to a project's users: who is asked, when and where. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Survey"];
                };
            };
        };
    };
    "surveys.activityOfOne": {
        parameters: {
            query?: {
                /** @description The entries of a page: 10 by default, at most 1,000. */
                limit?: number;
                /** @description The page, counted from 1. */
                page?: number;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The survey's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ActivityLogPage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityLogPage"];
                };
            };
        };
    };
    "surveys.duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The survey's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SurveyDuplication"];
            };
        };
        responses: {
            /** @description SurveyCopies */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SurveyCopies"];
                };
            };
        };
    };
    "surveys.promote": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The survey's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromotionRequest"];
            };
        };
        responses: {
            /** @description Promotions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Promotions"];
                };
            };
        };
    };
    "surveys.export": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The survey's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description SurveyDocument */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SurveyDocument"];
                };
            };
        };
    };
    "surveyResponses.allStats": {
        parameters: {
            query?: {
                /** @description Only what happened then or later: ISO 8601, in UTC without an offset. */
                date_from?: string;
                /** @description Only what happened then or before. */
                date_to?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description AllSurveyStats */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AllSurveyStats"];
                };
            };
        };
    };
    "surveyResponses.counts": {
        parameters: {
            query?: {
                /** @description `true`: archived responses are left out. */
                exclude_archived?: string;
                /** @description Ids of surveys, with commas between them; without it all are counted. */
                survey_ids?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The number of responses to each survey, by its id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SurveyResponseCounts"];
                };
            };
        };
    };
    "surveyResponses.stats": {
        parameters: {
            query?: {
                /** @description Only what happened then or later: ISO 8601, in UTC without an offset. */
                date_from?: string;
                /** @description Only what happened then or before. */
                date_to?: string;
                /** @description `true`: archived responses are left out. */
                exclude_archived?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The survey's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description SurveyStats */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SurveyStats"];
                };
            };
        };
    };
    "surveyResponses.list": {
        parameters: {
            query?: {
                /** @description The responses of a page: 100 by default, at most 500. CSV has all without it. */
                limit?: number;
                /** @description The items before the page: 0 by default. A value that is no integer is ignored. */
                offset?: number;
                /** @description Whether they are archived; without it all are returned. */
                archived?: string;
                /** @description The form of the answer; it wins over `Accept`. */
                format?: string;
                /** @description Only what happened then or later: ISO 8601, in UTC without an offset. */
                date_from?: string;
                /** @description Only what happened then or before. */
                date_to?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The survey's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description SurveyResponses | The responses as CSV, with `format=csv` or where `Accept` asks for it before JSON: a line with the names of the columns, then all responses or those of the page. An error cuts the connection off. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SurveyResponses"];
                    "text/csv": string;
                };
            };
        };
    };
    "surveyResponses.archivedUuids": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The survey's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every uuid that an archived response is known by, the last archived first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchivedResponseUuids"];
                };
            };
        };
    };
    "surveyResponses.archive": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The survey's id. */
                id: string;
                /** @description The uuid of an event of the response, or its submission. */
                response_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ArchivedResponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchivedResponse"];
                };
            };
        };
    };
    "surveyResponses.unarchive": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The survey's id. */
                id: string;
                /** @description The uuid of an event of the response, or its submission. */
                response_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ArchivedResponse */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchivedResponse"];
                };
            };
        };
    };
    "surveySdk.surveys": {
        parameters: {
            query?: {
                /** @description The project's token. */
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description SdkSurveys */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SdkSurveys"];
                };
            };
        };
    };
    "hostedSurveys.page": {
        parameters: {
            query?: {
                /** @description The person who answers; without it somebody unknown. */
                distinct_id?: string;
            };
            header?: never;
            path: {
                /** @description The survey's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    "sdkScripts.script": {
        parameters: {
            query?: {
                /** @description The version that the page has. A browser keeps the script for good where it is the server's. */
                v?: string;
            };
            header?: never;
            path: {
                /** @description The name of the script's file, such as `surveys.js`. */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript": string;
                };
            };
        };
    };
    "sdkScripts.versionedScript": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The version that the page has. */
                version: string;
                /** @description The name of the script's file, such as `surveys.js`. */
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript": string;
                };
            };
        };
    };
    "surveySummaries.summarize": {
        parameters: {
            query?: {
                /** @description The id of the question. */
                question_id?: string;
                /** @description The place of the question, from 0; ignored beside an id, and when it is no number. */
                question_index?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The survey's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SurveySummaryRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SurveyQuestionSummary"] | components["schemas"]["SurveyHeadline"];
                };
            };
        };
    };
    "surveySummaries.headline": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The survey's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SurveySummaryRequest"];
            };
        };
        responses: {
            /** @description SurveyHeadline */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SurveyHeadline"];
                };
            };
        };
    };
    "flags.configure": {
        parameters: {
            query?: {
                /** @description The shape of the answer: from 2 on with reasons. */
                v?: string;
                /** @description `true` adds the SDK configuration. */
                config?: string;
                /** @description `base64` when the body is; gzip is recognised without it. */
                compression?: string;
                /** @description `true`: only flags whose key begins with `survey-targeting-`. */
                only_evaluate_survey_feature_flags?: string;
                /** @description The project's token. */
                token?: string;
                /** @description The project's token by another name. */
                api_key?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description FlagsByDetails | FlagsByValue */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlagsByDetails"] | components["schemas"]["FlagsByValue"];
                };
            };
        };
    };
    "flags.evaluate": {
        parameters: {
            query?: {
                /** @description The shape of the answer: from 2 on with reasons. */
                v?: string;
                /** @description `true` adds the SDK configuration. */
                config?: string;
                /** @description `base64` when the body is; gzip is recognised without it. */
                compression?: string;
                /** @description `true`: only flags whose key begins with `survey-targeting-`. */
                only_evaluate_survey_feature_flags?: string;
                /** @description The project's token. */
                token?: string;
                /** @description The project's token by another name. */
                api_key?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FlagsRequest"];
            };
        };
        responses: {
            /** @description FlagsByDetails | FlagsByValue */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlagsByDetails"] | components["schemas"]["FlagsByValue"];
                };
            };
        };
    };
    "flags.decideConfigure": {
        parameters: {
            query?: {
                /** @description The shape of the answer: from 2 on with reasons. */
                v?: string;
                /** @description `true` adds the SDK configuration. */
                config?: string;
                /** @description `base64` when the body is; gzip is recognised without it. */
                compression?: string;
                /** @description `true`: only flags whose key begins with `survey-targeting-`. */
                only_evaluate_survey_feature_flags?: string;
                /** @description The project's token. */
                token?: string;
                /** @description The project's token by another name. */
                api_key?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description FlagsByDetails | FlagsByValue */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlagsByDetails"] | components["schemas"]["FlagsByValue"];
                };
            };
        };
    };
    "flags.decide": {
        parameters: {
            query?: {
                /** @description The shape of the answer: from 2 on with reasons. */
                v?: string;
                /** @description `true` adds the SDK configuration. */
                config?: string;
                /** @description `base64` when the body is; gzip is recognised without it. */
                compression?: string;
                /** @description `true`: only flags whose key begins with `survey-targeting-`. */
                only_evaluate_survey_feature_flags?: string;
                /** @description The project's token. */
                token?: string;
                /** @description The project's token by another name. */
                api_key?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FlagsRequest"];
            };
        };
        responses: {
            /** @description FlagsByDetails | FlagsByValue */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlagsByDetails"] | components["schemas"]["FlagsByValue"];
                };
            };
        };
    };
    "remoteConfig.json": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's token. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description RemoteConfig */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoteConfig"];
                };
            };
        };
    };
    "remoteConfig.script": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's token. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/javascript": string;
                };
            };
        };
    };
    "localEvaluation.definitions": {
        parameters: {
            query?: {
                /** @description The project's token; the key's current project by default. */
                token?: string;
                /** @description Whether the cohorts are sent; also without a value. */
                send_cohorts?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description FlagDefinitions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlagDefinitions"];
                };
            };
            /** @description <No Content> */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "localEvaluation.legacy": {
        parameters: {
            query?: {
                /** @description The project's token; the key's current project by default. */
                token?: string;
                /** @description Whether the cohorts are sent; also without a value. */
                send_cohorts?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description FlagDefinitions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlagDefinitions"];
                };
            };
            /** @description <No Content> */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "localEvaluation.stream": {
        parameters: {
            query?: {
                /** @description The project's token; the key's current project by default. */
                token?: string;
                /** @description Whether the cohorts are sent; also without a value. */
                send_cohorts?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    "projectLocalEvaluation.definitions": {
        parameters: {
            query?: {
                /** @description The project's token; the key's current project by default. */
                token?: string;
                /** @description Whether the cohorts are sent; also without a value. */
                send_cohorts?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description FlagDefinitions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlagDefinitions"];
                };
            };
            /** @description <No Content> */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "projectLocalEvaluation.stream": {
        parameters: {
            query?: {
                /** @description The project's token; the key's current project by default. */
                token?: string;
                /** @description Whether the cohorts are sent; also without a value. */
                send_cohorts?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    "ofrep.all": {
        parameters: {
            query?: {
                /** @description The `etag` of the event that the request follows: the answer is at least as new. */
                flagConfigEtag?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OfrepEvaluationRequest"];
            };
        };
        responses: {
            /** @description OfrepBulkEvaluation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfrepBulkEvaluation"];
                };
            };
            /** @description <No Content> */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "ofrep.one": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The flag's key. */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OfrepEvaluationRequest"];
            };
        };
        responses: {
            /** @description OfrepEvaluation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfrepEvaluation"];
                };
            };
        };
    };
    "ofrep.stream": {
        parameters: {
            query?: {
                /** @description The project's token. */
                token?: string;
                /** @description The `etag` that the client knows already. `Last-Event-ID` goes before it. */
                since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    "experiments.list": {
        parameters: {
            query?: {
                /** @description The items of a page: 100 by default, at most 1,000. A value that is no positive integer is ignored. */
                limit?: number;
                /** @description The items before the page: 0 by default. A value that is no integer is ignored. */
                offset?: number;
                /** @description `draft`, `running`, `complete` or `all`. */
                status?: string;
                /** @description The id of the user who made them. */
                created_by_id?: string;
                /** @description `true`: those that are put away. Without it the others are returned. */
                archived?: string;
                /** @description The id of the flag that they decide by. */
                feature_flag_id?: string;
                /** @description A part of the name, in any letter case. */
                search?: string;
                /** @description A field, with `-` before it for the opposite order; also `duration` and `status`. Without it the newest come first. */
                order?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of items on all pages. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the page before; null on the first one. */
                        previous: string | null;
                        /** @description The items of this page. */
                        results: components["schemas"]["Experiment"][];
                    };
                };
            };
        };
    };
    "experiments.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewExperiment"];
            };
        };
        responses: {
            /** @description A comparison of the variants of a feature flag. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Experiment"];
                };
            };
        };
    };
    "experiments.activity": {
        parameters: {
            query?: {
                /** @description The entries of a page: 10 by default, at most 1,000. */
                limit?: number;
                /** @description The page, counted from 1. */
                page?: number;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ActivityLogPage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityLogPage"];
                };
            };
        };
    };
    "experiments.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The experiment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A comparison of the variants of a feature flag. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Experiment"];
                };
            };
        };
    };
    "experiments.replace": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The experiment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExperimentChanges"];
            };
        };
        responses: {
            /** @description A comparison of the variants of a feature flag. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Experiment"];
                };
            };
        };
    };
    "experiments.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The experiment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "experiments.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The experiment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExperimentChanges"];
            };
        };
        responses: {
            /** @description A comparison of the variants of a feature flag. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Experiment"];
                };
            };
        };
    };
    "experiments.activityOfOne": {
        parameters: {
            query?: {
                /** @description The entries of a page: 10 by default, at most 1,000. */
                limit?: number;
                /** @description The page, counted from 1. */
                page?: number;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The experiment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ActivityLogPage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityLogPage"];
                };
            };
        };
    };
    "experimentActions.eligibleFlags": {
        parameters: {
            query?: {
                /** @description A part of the key or the name, in any letter case. */
                search?: string;
                /** @description The flags of a page: 20 by default, at most 100. */
                limit?: string;
                /** @description The flags before the page: 0 by default. */
                offset?: string;
                /** @description `true` or `false`: only flags that are active, or not. */
                active?: string;
                /** @description Only flags of this user, by number. */
                created_by_id?: string;
                /** @description The field to order by; with `-` before it descending. The newest come first without it. */
                order?: string;
                /** @description Only flags of this runtime: `server`, `client`, `all` or `both`. */
                evaluation_runtime?: string;
                /** @description `true` or `false`: only flags with evaluation tags, or without. */
                has_evaluation_tags?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description EligibleFlags */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EligibleFlags"];
                };
            };
        };
    };
    "experimentActions.requiresFlagImplementation": {
        parameters: {
            query?: {
                /** @description A JSON list of the events that count, as `[{"id": "purchase"}]`; all without it. */
                events?: string;
                /** @description A JSON list of actions, as `[{"id": 5}]`: the events of their steps count. */
                actions?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description FlagImplementation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FlagImplementation"];
                };
            };
        };
    };
    "experimentActions.stats": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ExperimentVelocity */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentVelocity"];
                };
            };
        };
    };
    "experimentActions.duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The experiment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExperimentDuplication"];
            };
        };
        responses: {
            /** @description A comparison of the variants of a feature flag. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Experiment"];
                };
            };
        };
    };
    "experimentActions.promote": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The experiment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromotionRequest"];
            };
        };
        responses: {
            /** @description Promotions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Promotions"];
                };
            };
        };
    };
    "experimentActions.createExposureCohort": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The experiment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ExposureCohort */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExposureCohort"];
                };
            };
        };
    };
    "experimentActions.launch": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The experiment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A comparison of the variants of a feature flag. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Experiment"];
                };
            };
        };
    };
    "experimentActions.archive": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The experiment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A comparison of the variants of a feature flag. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Experiment"];
                };
            };
        };
    };
    "experimentActions.unarchive": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The experiment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A comparison of the variants of a feature flag. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Experiment"];
                };
            };
        };
    };
    "experimentActions.pause": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The experiment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A comparison of the variants of a feature flag. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Experiment"];
                };
            };
        };
    };
    "experimentActions.resume": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The experiment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A comparison of the variants of a feature flag. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Experiment"];
                };
            };
        };
    };
    "experimentActions.reset": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The experiment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A comparison of the variants of a feature flag. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Experiment"];
                };
            };
        };
    };
    "experimentActions.end": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The experiment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExperimentEnding"];
            };
        };
        responses: {
            /** @description A comparison of the variants of a feature flag. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Experiment"];
                };
            };
        };
    };
    "experimentActions.shipVariant": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The experiment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VariantShipping"];
            };
        };
        responses: {
            /** @description A comparison of the variants of a feature flag. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Experiment"];
                };
            };
        };
    };
    "holdouts.list": {
        parameters: {
            query?: {
                /** @description The items of a page: 100 by default, at most 1,000. A value that is no positive integer is ignored. */
                limit?: number;
                /** @description The items before the page: 0 by default. A value that is no integer is ignored. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of items on all pages. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the page before; null on the first one. */
                        previous: string | null;
                        /** @description The items of this page. */
                        results: components["schemas"]["Holdout"][];
                    };
                };
            };
        };
    };
    "holdouts.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewHoldout"];
            };
        };
        responses: {
            /** @description A share of the people that experiments leave out. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Holdout"];
                };
            };
        };
    };
    "holdouts.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The holdout's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A share of the people that experiments leave out. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Holdout"];
                };
            };
        };
    };
    "holdouts.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The holdout's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "holdouts.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The holdout's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HoldoutChanges"];
            };
        };
        responses: {
            /** @description A share of the people that experiments leave out. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Holdout"];
                };
            };
        };
    };
    "holdouts.activity": {
        parameters: {
            query?: {
                /** @description The entries of a page: 10 by default, at most 1,000. */
                limit?: number;
                /** @description The page, counted from 1. */
                page?: number;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The holdout's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ActivityLogPage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityLogPage"];
                };
            };
        };
    };
    "savedMetrics.list": {
        parameters: {
            query?: {
                /** @description The items of a page: 100 by default, at most 1,000. A value that is no positive integer is ignored. */
                limit?: number;
                /** @description The items before the page: 0 by default. A value that is no integer is ignored. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of items on all pages. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the page before; null on the first one. */
                        previous: string | null;
                        /** @description The items of this page. */
                        results: components["schemas"]["SavedMetric"][];
                    };
                };
            };
        };
    };
    "savedMetrics.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSavedMetric"];
            };
        };
        responses: {
            /** @description A metric that several experiments measure. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedMetric"];
                };
            };
        };
    };
    "savedMetrics.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The saved metric's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A metric that several experiments measure. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedMetric"];
                };
            };
        };
    };
    "savedMetrics.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The saved metric's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "savedMetrics.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The saved metric's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SavedMetricChanges"];
            };
        };
        responses: {
            /** @description A metric that several experiments measure. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedMetric"];
                };
            };
        };
    };
    "savedMetrics.activity": {
        parameters: {
            query?: {
                /** @description The entries of a page: 10 by default, at most 1,000. */
                limit?: number;
                /** @description The page, counted from 1. */
                page?: number;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The saved metric's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ActivityLogPage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityLogPage"];
                };
            };
        };
    };
    "experimentTimeseries.results": {
        parameters: {
            query?: {
                /** @description The metric's uuid; required. */
                metric_uuid?: string;
                /** @description The metric's fingerprint; required. */
                fingerprint?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The experiment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ExperimentTimeseries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentTimeseries"];
                };
            };
        };
    };
    "experimentTimeseries.recalculate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The experiment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecalculationRequest"];
            };
        };
        responses: {
            /** @description TimeseriesRecalculation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeseriesRecalculation"];
                };
            };
        };
    };
    "experimentResults.results": {
        parameters: {
            query?: {
                /** @description Only those exposed from then on count: a date, or relative as `-7d`. */
                date_from?: string;
                /** @description Only those exposed up to then count, the whole day included. */
                date_to?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The experiment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ExperimentResults */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentResults"];
                };
            };
        };
    };
    "experimentResults.runningTime": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The experiment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunningTimeRequest"];
            };
        };
        responses: {
            /** @description RunningTime */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunningTime"];
                };
            };
        };
    };
    "experimentReport.show": {
        parameters: {
            query?: {
                /** @description `html` is the page, `svg` one chart; without it `Accept` decides. */
                format?: string;
                /** @description The chart that is returned as SVG: `forest` (default: the lifts with their intervals), `lift_over_time` (of one metric, up to each day) or `exposures` (by day). */
                chart?: string;
                /** @description The metric of which the report is; without it of all, and the first has its chart over time. */
                metric_uuid?: string;
                /** @description Only those exposed from then on count: a date, or relative as `-7d`. */
                date_from?: string;
                /** @description Only those exposed up to then count, the whole day included. */
                date_to?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The experiment's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole report as a page that needs nothing else. | One chart of it, with `format=svg` or where `Accept` asks for it before HTML. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "image/svg+xml": string;
                };
            };
        };
    };
    "insightCharts.chart": {
        parameters: {
            query?: {
                /** @description The id of a dashboard that shows it: the chart is that under its filters. */
                from_dashboard?: string;
                /** @description Whether a cached answer is drawn, as for queries: `blocking`, `force_blocking`, `force_cache`; `blocking` without it. */
                refresh?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The insight's id, or its short id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The insight's answer as a chart. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
        };
    };
    "alerts.list": {
        parameters: {
            query?: {
                /** @description The items of a page: 100 by default, at most 1,000. A value that is no positive integer is ignored. */
                limit?: number;
                /** @description The items before the page: 0 by default. A value that is no integer is ignored. */
                offset?: number;
                /** @description Alerts on this insight alone. */
                insight?: string;
                /** @description As `insight`. */
                insight_id?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of items on all pages. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the page before; null on the first one. */
                        previous: string | null;
                        /** @description The items of this page. */
                        results: components["schemas"]["ListedAlert"][];
                    };
                };
            };
        };
    };
    "alerts.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAlert"];
            };
        };
        responses: {
            /** @description A bound on the value of an insight, with its latest checks. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"];
                };
            };
        };
    };
    "alerts.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The alert's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A bound on the value of an insight, with its latest checks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"];
                };
            };
        };
    };
    "alerts.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The alert's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "alerts.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The alert's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertChanges"];
            };
        };
        responses: {
            /** @description A bound on the value of an insight, with its latest checks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"];
                };
            };
        };
    };
    "alerts.activity": {
        parameters: {
            query?: {
                /** @description The entries of a page: 10 by default, at most 1,000. */
                limit?: number;
                /** @description The page, counted from 1. */
                page?: number;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The alert's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ActivityLogPage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityLogPage"];
                };
            };
        };
    };
    "webhooks.list": {
        parameters: {
            query?: {
                /** @description The items of a page: 100 by default, at most 1,000. A value that is no positive integer is ignored. */
                limit?: number;
                /** @description The items before the page: 0 by default. A value that is no integer is ignored. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of items on all pages. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the page before; null on the first one. */
                        previous: string | null;
                        /** @description The items of this page. */
                        results: components["schemas"]["Webhook"][];
                    };
                };
            };
        };
    };
    "webhooks.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description An address that is told of changes, responses and events. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    "webhooks.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The webhook's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An address that is told of changes, responses and events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    "webhooks.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The webhook's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The webhook's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookChanges"];
            };
        };
        responses: {
            /** @description An address that is told of changes, responses and events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    "webhooks.activity": {
        parameters: {
            query?: {
                /** @description The entries of a page: 10 by default, at most 1,000. */
                limit?: number;
                /** @description The page, counted from 1. */
                page?: number;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The webhook's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ActivityLogPage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityLogPage"];
                };
            };
        };
    };
    "webhooks.rotateSecret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The webhook's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An address that is told of changes, responses and events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    "webhooks.test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The webhook's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One message for one webhook, and how sending it went. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    "webhooks.deliveries": {
        parameters: {
            query?: {
                /** @description The items of a page: 100 by default, at most 1,000. A value that is no positive integer is ignored. */
                limit?: number;
                /** @description The items before the page: 0 by default. A value that is no integer is ignored. */
                offset?: number;
                /** @description Deliveries of this state alone. */
                state?: string;
                /** @description Deliveries of this type alone. */
                type?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The webhook's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of items on all pages. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the page before; null on the first one. */
                        previous: string | null;
                        /** @description The items of this page. */
                        results: components["schemas"]["WebhookDelivery"][];
                    };
                };
            };
        };
    };
    "webhooks.delivery": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The webhook's id. */
                id: string;
                /** @description The delivery's id. */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One message for one webhook, and how sending it went. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    "webhooks.resend": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The webhook's id. */
                id: string;
                /** @description The delivery's id. */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One message for one webhook, and how sending it went. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    "subscriptions.list": {
        parameters: {
            query?: {
                /** @description The items of a page: 100 by default, at most 1,000. A value that is no positive integer is ignored. */
                limit?: number;
                /** @description The items before the page: 0 by default. A value that is no integer is ignored. */
                offset?: number;
                /** @description Subscriptions of this dashboard alone. */
                dashboard?: string;
                /** @description Subscriptions of this insight alone. */
                insight?: string;
                /** @description Subscriptions that are sent in this way alone. */
                target_type?: string;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of items on all pages. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the page before; null on the first one. */
                        previous: string | null;
                        /** @description The items of this page. */
                        results: components["schemas"]["Subscription"][];
                    };
                };
            };
        };
    };
    "subscriptions.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSubscription"];
            };
        };
        responses: {
            /** @description A dashboard or an insight that is sent on a schedule. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
        };
    };
    "subscriptions.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The subscription's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A dashboard or an insight that is sent on a schedule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
        };
    };
    "subscriptions.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The subscription's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description <No Content> */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "subscriptions.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The subscription's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionChanges"];
            };
        };
        responses: {
            /** @description A dashboard or an insight that is sent on a schedule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
        };
    };
    "subscriptions.activity": {
        parameters: {
            query?: {
                /** @description The entries of a page: 10 by default, at most 1,000. */
                limit?: number;
                /** @description The page, counted from 1. */
                page?: number;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The subscription's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ActivityLogPage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityLogPage"];
                };
            };
        };
    };
    "subscriptions.testDelivery": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The subscription's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One time that a subscription was sent. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionDelivery"];
                };
            };
        };
    };
    "subscriptions.deliveries": {
        parameters: {
            query?: {
                /** @description The items of a page: 100 by default, at most 1,000. A value that is no positive integer is ignored. */
                limit?: number;
                /** @description The items before the page: 0 by default. A value that is no integer is ignored. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The subscription's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The number of items on all pages. */
                        count: number;
                        /** @description The URL of the next page; null on the last one. */
                        next: string | null;
                        /** @description The URL of the page before; null on the first one. */
                        previous: string | null;
                        /** @description The items of this page. */
                        results: components["schemas"]["SubscriptionDelivery"][];
                    };
                };
            };
        };
    };
    "unsubscribe.page": {
        parameters: {
            query?: {
                /** @description The token of the link in a mail. It works for 30 days. */
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    "unsubscribe.unsubscribe": {
        parameters: {
            query?: {
                /** @description The token of the link in a mail. It works for 30 days. */
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    "dashboardSharing.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The dashboard's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link that shows a dashboard to everybody who has it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardSharing"];
                };
            };
        };
    };
    "dashboardSharing.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The dashboard's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DashboardSharingChanges"];
            };
        };
        responses: {
            /** @description The link that shows a dashboard to everybody who has it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardSharing"];
                };
            };
        };
    };
    "dashboardSharing.renew": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The project's id. `@current` is the caller's current project, or that of a project's token in `?token=`. */
                project_id: string;
                /** @description The dashboard's id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link that shows a dashboard to everybody who has it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardSharing"];
                };
            };
        };
    };
    "sharedDashboards.page": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token of the dashboard's link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
}
/** The answer of each kind of query. */
export interface QueryAnswers {
    ServiceSqlQuery: components["schemas"]["ServiceSqlQueryResponse"];
    HogQLQuery: components["schemas"]["ServiceSqlQueryResponse"];
    HogQLASTQuery: components["schemas"]["ServiceSqlQueryResponse"];
    HogQLMetadata: components["schemas"]["HogQLMetadataResponse"];
    DatabaseSchemaQuery: components["schemas"]["DatabaseSchemaQueryResponse"];
    TrendsQuery: components["schemas"]["TrendsQueryResponse"];
    EventsQuery: components["schemas"]["EventsQueryResponse"];
    ActorsQuery: components["schemas"]["ActorsQueryResponse"];
    InsightActorsQueryOptions: components["schemas"]["InsightActorsQueryOptionsResponse"];
    FunnelsQuery: components["schemas"]["FunnelsQueryResponse"];
    FunnelCorrelationQuery: components["schemas"]["FunnelCorrelationQueryResponse"];
    LifecycleQuery: components["schemas"]["LifecycleQueryResponse"];
    StickinessQuery: components["schemas"]["StickinessQueryResponse"];
    PathsQuery: components["schemas"]["PathsQueryResponse"];
    RetentionQuery: components["schemas"]["RetentionQueryResponse"];
    ErrorTrackingQuery: components["schemas"]["ErrorTrackingQueryResponse"];
    ExperimentQuery: components["schemas"]["ExperimentQueryResponse"];
    ExperimentExposureQuery: components["schemas"]["ExperimentExposureQueryResponse"];
    HogQLAutocomplete: components["schemas"]["HogQLAutocompleteResponse"];
}
