import { halves } from "./DemoPeople.ts"
import { day, type DemoPlan, experimentDay, experimentFlags } from "./DemoPlan.ts"

const iso = (time: number): string => new Date(time).toISOString()

const event = (name: string, more: object = {}) => ({ kind: "EventsNode", event: name, ...more })

/** The flags beside those of the experiments. */
export const demoFlags = [
  {
    key: "new-editor",
    name: "The new editor, for half of all people",
    filters: { groups: [{ rollout_percentage: 50 }] }
  },
  { key: "dark-mode", name: "Dark mode", filters: { groups: [{ rollout_percentage: 100 }] } },
  {
    key: "team-search",
    name: "Search over a team's notes",
    filters: {
      groups: [{
        properties: [{ key: "plan", value: ["team"], operator: "exact", type: "person" }],
        rollout_percentage: 100
      }]
    }
  }
]

const parameters = { feature_flag_variants: halves }

/** The experiment with a lift, and the one without. */
export const demoExperiments = ({ start }: DemoPlan) => {
  const start_date = iso(start + experimentDay * day)
  const funnel = (name: string, series: string) => ({
    kind: "ExperimentMetric",
    metric_type: "funnel",
    name,
    series: [event(series)]
  })
  return [
    {
      name: "Yearly pricing",
      description: "People who see yearly prices upgrade more often: a lift of 50 % was put in.",
      feature_flag_key: experimentFlags.pricing,
      parameters,
      metrics: [funnel("Upgrades", "upgraded")],
      start_date
    },
    {
      name: "A/A check",
      description: "Both halves see the same, so that nothing should be found.",
      feature_flag_key: experimentFlags.sameness,
      parameters,
      metrics: [funnel("Invitations", "teammate invited")],
      start_date
    }
  ]
}

/** The survey. */
export const demoSurvey = ({ start }: DemoPlan) => ({
  name: "How do you like Fernleaf?",
  description: "Asked some days after the signup",
  type: "popover",
  questions: [
    {
      id: "nps",
      type: "rating",
      question: "How likely are you to recommend Fernleaf?",
      display: "number",
      scale: 10,
      isNpsQuestion: true,
      lowerBoundLabel: "Not likely",
      upperBoundLabel: "Very likely"
    },
    { id: "why", type: "open", question: "Why?", optional: true }
  ],
  start_date: iso(start)
})

const dateRange = { date_from: "-90d" }

const shown = (source: object) => ({ kind: "InsightVizNode", source })

/** The insights of the dashboard. */
export const demoInsights = [
  {
    name: "People a day",
    description: "Everybody who looked at a page",
    query: shown({ kind: "TrendsQuery", series: [event("$pageview", { math: "dau" })], interval: "day", dateRange })
  },
  {
    name: "Signups a week",
    description: "By where they came from",
    query: shown({
      kind: "TrendsQuery",
      series: [event("signed up", { math: "total" })],
      breakdownFilter: { breakdown: "utm_source", breakdown_type: "event" },
      interval: "week",
      dateRange
    })
  },
  {
    name: "From the first page to an upgrade",
    description: "",
    query: shown({
      kind: "FunnelsQuery",
      series: [event("$pageview"), event("signed up"), event("note written"), event("upgraded")],
      funnelsFilter: { funnelWindowInterval: 60, funnelWindowIntervalUnit: "day" },
      dateRange
    })
  },
  {
    name: "Who comes back",
    description: "By week",
    query: shown({
      kind: "RetentionQuery",
      retentionFilter: {
        period: "Week",
        totalIntervals: 8,
        targetEntity: { id: "signed up", type: "events" },
        returningEntity: { id: "$pageview", type: "events" }
      }
    })
  },
  {
    name: "Revenue by country",
    description: "In SQL",
    query: {
      kind: "DataTableNode",
      source: {
        kind: "HogQLQuery",
        query:
          "SELECT person.properties.country AS country, count() AS upgrades, sum(toFloat(properties.amount)) AS revenue "
          + "FROM events WHERE event = 'upgraded' GROUP BY country ORDER BY revenue DESC"
      }
    }
  }
]

/** The dashboard's name. */
export const demoDashboard = "Fernleaf at a glance"
