import {
  ascending,
  call,
  column,
  instant,
  int,
  micros,
  none,
  property,
  scan,
  select,
  text,
  types
} from "../PlanBuilder.ts"
import { plan, type PlanCase } from "../PlanCase.ts"
import { bare, eventId, meadow, personId } from "./Meadow.ts"

const from = scan("events", meadow, "e")
const events = (name: string) => column("e", "events", name)
const side = property("e", "events", "properties", "side")
const byTime = [ascending(events("timestamp"))]
const first = call("equals", events("uuid"), { _tag: "Literal", value: eventId(1), type: types.uuid })
const persons = (name: string) => column("p", "persons", name)
const groups = (name: string) => column("g", "groups", name)

export const scanPlans: ReadonlyArray<PlanCase> = [
  plan("select without a source", select([int(1), text("a"), none(types.float)]), [1, "a", null]),
  plan("a false WHERE without a source", select([int(1)], { where: call("equals", int(1), int(2)) })),
  plan(
    "texts of an event",
    select(["event", "distinct_id", "person_mode", "elements_chain", "lib"].map(events), { from, where: first }),
    ["open", "ada", "full", "a:href=\"/x\"", "web"]
  ),
  plan(
    "ids of an event",
    select(["uuid", "person_id", "$session_id", "$window_id"].map(events), { from, where: first }),
    [eventId(1), personId("ada"), "s1", "w1"]
  ),
  plan(
    "groups of an event",
    select(["$group_0", "$group_1", "$group_2", "$group_3", "$group_4"].map(events), { from, where: first }),
    ["oak", "", "", "", ""]
  ),
  plan(
    "times of an event",
    select(["timestamp", "sent_at", "received_at", "inserted_at", "person_created_at"].map(events), {
      from,
      where: first
    }),
    ["2024-05-01T10:00:00.000001", "2024-05-01T10:00:02", "2024-05-04T00:00:00", "2024-05-04T00:00:01"]
      .concat("2024-04-01T08:00:00").map(micros)
  ),
  plan(
    "JSON texts of an event",
    select([events("properties"), events("person_properties")], { from, where: first }),
    ["{ \"side\": \"north\", \"price\": 12.50 }", "{\"plan\":\"free\"}"]
  ),
  plan(
    "properties of an event and of its person then",
    select([
      property("e", "events", "properties", "price"),
      property("e", "events", "person_properties", "plan"),
      property("e", "events", "person_properties", "age")
    ], { from, where: first }),
    ["12.5", "free", null]
  ),
  plan(
    "times that are absent",
    select([events("sent_at"), events("person_created_at")], {
      from,
      where: call("equals", events("event"), text("peek"))
    }),
    [null, null]
  ),
  plan(
    "a property that is absent, null, empty or text",
    select([side], { from, orderBy: byTime }),
    [null],
    ["north"],
    ["south"],
    ["north"],
    [null],
    [""]
  ),
  plan(
    "numbers as the JSON spells them",
    select([property("e", "events", "properties", "price")], { from, orderBy: byTime }),
    [null],
    ["12.5"],
    ["3"],
    ["7"],
    [null],
    ["-0.0000001"]
  ),
  plan(
    "a WHERE that is NULL for some rows",
    select([events("distinct_id")], { from, where: call("notEquals", side, text("north")) }),
    ["ben"],
    ["cyd"]
  ),
  plan(
    "a WHERE over a converted property",
    select([events("timestamp")], {
      from,
      where: call("greater", call("toFloat", property("e", "events", "properties", "price")), {
        _tag: "Literal",
        value: 5,
        type: types.float
      }),
      orderBy: byTime
    }),
    [micros("2024-05-01T10:00:00.000001")],
    [micros("2024-05-02T00:15:00")]
  ),
  plan(
    "a WHERE over time",
    select([events("event"), events("distinct_id")], {
      from,
      where: call(
        "and",
        call("greaterOrEquals", events("timestamp"), instant("2024-05-02T00:15:00")),
        call("less", events("timestamp"), instant("2024-05-03T08:00:00"))
      )
    }),
    ["close", "ada"],
    ["close", "ben"]
  ),
  plan("a WHERE that is an integer", select([int(1)], { from, where: int(0) })),
  plan(
    "persons",
    select([
      persons("id"),
      persons("created_at"),
      persons("is_identified"),
      persons("version"),
      property("p", "persons", "properties", "age")
    ], { from: scan("persons", meadow, "p") }),
    [personId("ada"), micros("2024-04-01T08:00:00"), true, 3, "36"],
    [personId("ben"), micros("2024-04-01T08:00:00"), true, 2, "41"],
    [personId("cyd"), micros("2024-04-01T08:00:00"), false, 1, null]
  ),
  plan(
    "JSON text and nested properties of a person",
    select([
      persons("properties"),
      property("p", "persons", "properties", "tags"),
      property("p", "persons", "properties", "tags", "b", "2")
    ], { from: scan("persons", meadow, "p"), where: call("equals", persons("version"), int(3)) }),
    [
      "{\"age\":36,\"plan\":\"pro\",\"tags\":{\"b\":[2.5,{\"x\":null,\"yy\":\"\u00e9\"}],\"zz\":1}}",
      "{\"b\":[2.5,{\"x\":null,\"yy\":\"\u00e9\"}],\"zz\":1}",
      "{\"x\":null,\"yy\":\"\u00e9\"}"
    ]
  ),
  plan(
    "distinct ids",
    select(["distinct_id", "person_id"].map((name) => column("d", "person_distinct_ids", name)), {
      from: scan("person_distinct_ids", meadow, "d")
    }),
    ["ada", personId("ada")],
    ["ada-phone", personId("ada")],
    ["ben", personId("ben")]
  ),
  plan(
    "overrides",
    select(["old_person_id", "person_id"].map((name) => column("o", "person_overrides", name)), {
      from: scan("person_overrides", meadow, "o")
    }),
    [personId("old ben"), personId("ben")]
  ),
  plan(
    "groups",
    select([groups("index"), groups("key"), groups("updated_at"), groups("properties")], {
      from: scan("groups", meadow, "g")
    }),
    [0, "oak", micros("2024-04-02T08:00:00.000005"), "{\"kind\":\"tree\",\"size\":10}"],
    [0, "elm", micros("2024-04-02T08:00:00.000005"), "{\"size\":7}"],
    [1, "oak", micros("2024-04-02T08:00:00.000005"), "{\"size\":1000000000000000000000}"]
  ),
  plan("a project without rows", select([events("uuid")], { from: scan("events", bare, "e") }))
]
