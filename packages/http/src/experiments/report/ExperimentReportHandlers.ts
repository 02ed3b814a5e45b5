import { ExperimentReports } from "@hedgerow/core/experiments/results/ExperimentReports"
import { dateRangeOf } from "@hedgerow/core/query/structured/DateRange"
import { InvalidInput } from "@hedgerow/core/shared/InvalidInput"
import { shownValue } from "@hedgerow/core/shared/ShownValue"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import Negotiator from "negotiator"
import { chartResponse, loadCharts } from "../../charts/ChartAnswers.ts"
import { handlerGroup } from "../../endpoints/HandlerGroup.ts"
import { answering } from "../../errors/ErrorTable.ts"
import { asker } from "../ExperimentAsker.ts"
import { ExperimentReportApi } from "./ExperimentReportApi.ts"
import { reportChart, reportCharts } from "./ReportCharts.ts"
import { reportHeaders, reportPage } from "./ReportPage.ts"

const given = (text: string | undefined): string | undefined => text === "" ? undefined : text

/** The value of a parameter that has few. */
const chosen = <Choice extends string>(
  name: string,
  text: string | undefined,
  choices: ReadonlyArray<Choice>
): Effect.Effect<Choice | undefined, InvalidInput> => {
  const asked = given(text)
  const choice = choices.find((one) => one === asked)
  return asked === undefined || choice !== undefined
    ? Effect.succeed(choice)
    : Effect.fail(InvalidInput.at([name], "invalid_choice", `"${shownValue(asked)}" is not a valid choice.`))
}

const wantsSvg = (accept = ""): boolean => {
  const [first] = new Negotiator({ headers: { accept: accept.slice(0, 4_096) } }).mediaTypes([
    "text/html",
    "image/svg+xml"
  ])
  return first === "image/svg+xml"
}

/** Shows what experiments found. */
export const layer = handlerGroup(
  ExperimentReportApi,
  Effect.fnUntraced(function*(handlers) {
    const reports = yield* ExperimentReports
    return handlers.handleRaw(
      "show",
      Effect.fn("http.experimentReport.show")(function*({ params, query, request }) {
        const format = yield* chosen("format", query.format, ["html", "svg"])
        const chart = yield* chosen("chart", query.chart, reportCharts)
        const range = yield* dateRangeOf(query)
        const report = yield* reports.report(yield* asker("report"), params.id, range, given(query.metric_uuid))
        const isSvg = format === undefined ? wantsSvg(request.headers["accept"]) : format === "svg"
        if (isSvg) return yield* chartResponse(reportChart(yield* loadCharts, report, chart ?? "forest"))
        return HttpServerResponse.text(yield* reportPage(report), {
          contentType: "text/html; charset=utf-8",
          headers: reportHeaders
        })
      }, answering)
    )
  })
)
