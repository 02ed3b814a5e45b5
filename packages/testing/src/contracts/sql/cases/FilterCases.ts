import { gives, type SqlCase, type SqlGroup } from "../SqlCase.ts"

type Filters = { readonly [name: string]: unknown }

const all = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]

/** The numbers of the events that `{filters}` lets pass. */
const passing = (filters: Filters, numbers: ReadonlyArray<number>): SqlCase =>
  gives("select toInt(properties.n) as n from events where {filters} order by n", numbers.map((n) => [n]), {
    name: JSON.stringify(filters),
    filters
  })

const one = (filter: Filters, numbers: ReadonlyArray<number>): SqlCase => passing({ properties: [filter] }, numbers)

const but = (...left: ReadonlyArray<number>): ReadonlyArray<number> => all.filter((n) => !left.includes(n))

const event = (key: string, operator: string, value?: unknown): Filters => ({
  type: "event",
  key,
  operator,
  ...(value === undefined ? undefined : { value })
})

/** The number of events of members of the cohort, or of others. */
const ofCohort = (name: string, more: Filters, rows: number): SqlCase =>
  gives("select count() from events where {filters}", [[rows]], {
    name: `${name} ${JSON.stringify(more)}`,
    filters: ({ cohortId }) => ({
      properties: [{ type: "cohort", key: "id", value: cohortId("meadow", name), ...more }]
    })
  })

const tag = event("tag", "exact", "red")
const page = { type: "event_metadata", key: "event", value: "page" }

/** Conditions as insights have them, on rows of events. */
export const filterCases: SqlGroup = {
  name: "filters",
  project: "meadow",
  cases: [
    passing({}, all),
    passing({ properties: {} }, all),
    passing({ properties: [{}] }, all),
    one({ type: "event", key: "tag", value: "red" }, [1, 4]),
    one(event("tag", "exact", ["red", "blue"]), [1, 2, 4, 10]),
    one(event("tag", "in", ["red", "Red"]), [1, 4, 6]),
    one(event("tag", "exact", []), all),
    one(event("tag", "exact", null), all),
    one(event("tag", "is_not", "red"), but(1, 4)),
    one(event("tag", "not_in", ["red", "blue"]), but(1, 2, 4, 10)),
    one(event("tag", "icontains", "RE"), [1, 4, 6]),
    one(event("tag", "icontains", ["RE", "lu"]), [1, 2, 4, 6, 10]),
    one(event("tag", "not_icontains", "re"), but(1, 4, 6)),
    one(event("tag", "not_icontains", ["re", "lu"]), but(1, 2, 4, 6, 10)),
    one(event("tag", "regex", "^[Rr]ed$"), [1, 4, 6]),
    one(event("tag", "regex", ["^R", "ue$"]), [2, 6, 10]),
    one(event("tag", "not_regex", "^[Rr]ed$"), but(1, 4, 6)),
    one(event("price", "regex", "^a"), [6]),
    one(event("price", "exact", "10.0"), [1, 10]),
    one(event("price", "exact", 10), [1, 10]),
    one(event("price", "gt", 10), [2, 4]),
    one(event("price", "gt", "10"), [2, 4]),
    one(event("price", "gte", 10), [1, 2, 4, 10]),
    one(event("price", "min", 10), [1, 2, 4, 10]),
    one(event("price", "lt", 0), [5]),
    one(event("price", "max", "7.25"), [5, 7]),
    one(event("path", "gt", "/b"), [6, 11]),
    one(event("price", "between", [7, 20.5]), [1, 2, 7, 10]),
    one(event("price", "not_between", ["7", "20.5"]), but(1, 2, 7, 10)),
    one(event("price", "is_set"), [1, 2, 4, 5, 6, 7, 10]),
    one(event("note", "is_set"), [1, 4]),
    one(event("note", "is_not_set"), but(1, 4)),
    one(event("price", "semver_eq", "v10.0-rc.1"), [1, 10]),
    one(event("price", "semver_eq", ["7.25", "30"]), [4, 7]),
    one(event("price", "semver_neq", "10"), [2, 4, 7]),
    one(event("price", "semver_gt", "7.25"), [1, 2, 4, 10]),
    one(event("price", "semver_gte", "20.5.0"), [2, 4]),
    one(event("price", "semver_lt", "10.0"), [7]),
    one(event("price", "semver_lte", "10"), [1, 7, 10]),
    one(event("price", "semver_tilde", "20.5"), [2]),
    one(event("price", "semver_tilde", "20.4"), []),
    one(event("price", "semver_caret", "7.2"), [7]),
    one(event("price", "semver_wildcard", "10.*"), [1, 10]),
    one(event("path", "is_cleaned_path_exact", ["/a", "/c"]), [1, 10, 11]),
    one(event("tag", "icontains_multi", ["RE", "lu"]), [1, 2, 4, 6, 10]),
    one(event("tag", "not_icontains_multi", ["re", "lu"]), but(1, 2, 4, 6, 10)),
    one(event("flag", "exact", true), [1, 4]),
    one(event("flag", "exact", ["false"]), [2]),
    one(event("since", "is_date_after", "2024-09-30"), [7]),
    one(event("since", "is_date_after", "2024-10-01"), []),
    one(event("since", "is_date_exact", "2024-10-01"), [7]),
    one(event("since", "is_date_before", "-30d"), [7]),
    one(event("since", "is_date_before", "-40d"), []),
    one({ type: "person", key: "email", operator: "icontains", value: "ANN@" }, [3, 4, 7]),
    one({ type: "group", group_type_index: 0, key: "name", value: "Acme" }, [4, 7]),
    one({ type: "feature", key: "flag", value: ["true"] }, [1, 4]),
    one({ type: "flag", key: "1", operator: "flag_evaluates_to", value: true }, all),
    one({ type: "event_metadata", key: "distinct_id", value: "bobby" }, [10]),
    one({ type: "hogql", key: "properties.price > 10 and event = 'page'" }, [2]),
    one(event("a b", "exact", "spaced"), [6]),
    one(event("tag", "exact", "x' or 1 = 1 --"), []),
    one(event("tag'] is null or properties['x", "exact", "x"), []),
    passing({ properties: [tag, page] }, [1]),
    ofCohort("Regulars", { operator: "in" }, 6),
    ofCohort("Regulars", { operator: "not_in" }, 6),
    ofCohort("Pros", { negation: true }, 1),
    passing(
      { properties: { type: "OR", values: [tag, { type: "AND", values: [page, event("tag", "is_not_set")] }] } },
      [
        1,
        4,
        11
      ]
    ),
    passing({ properties: { type: "OR", values: [] } }, all),
    passing({ dateRange: { date_from: "2024-11-01" } }, [8, 9, 10, 11, 12]),
    passing({ dateRange: { date_from: "-7d", date_to: "2024-11-02T08:30:00Z" } }, [8, 9, 10]),
    passing({ dateRange: { date_from: "all", date_to: "-1mEnd" } }, [1, 2, 3, 4, 5, 6, 7]),
    passing({ dateRange: { date_from: "mStart" }, properties: [page] }, [10, 11])
  ]
}
