import type { SqlGroup } from "../SqlCase.ts"
import { acceptanceCases } from "./AcceptanceCases.ts"
import { aggregateCases } from "./AggregateCases.ts"
import { arithmeticCases } from "./ArithmeticCases.ts"
import { arrayCases } from "./ArrayCases.ts"
import { arrayEdges } from "./ArrayEdges.ts"
import { castCases } from "./CastCases.ts"
import { chainCases } from "./ChainCases.ts"
import { clauseCases } from "./ClauseCases.ts"
import { cohortCases, sampleCases } from "./CohortCases.ts"
import { columnCases } from "./ColumnCases.ts"
import { combinatorCases } from "./CombinatorCases.ts"
import { commandCases } from "./CommandCases.ts"
import { compositeCases } from "./CompositeCases.ts"
import { conditionCases } from "./ConditionCases.ts"
import { conversionCases } from "./ConversionCases.ts"
import { correlatedCases } from "./CorrelatedCases.ts"
import { berlinCases, utcCases } from "./DateCases.ts"
import { documentCases } from "./DocumentCases.ts"
import { decimalCases, unsignedCases } from "./ExactCases.ts"
import { exampleCases } from "./ExampleCases.ts"
import { filterCases } from "./FilterCases.ts"
import { formCases } from "./FormCases.ts"
import { groupEdges } from "./GroupEdges.ts"
import { groupingCases } from "./GroupingCases.ts"
import { hiddenTables } from "./HiddenTables.ts"
import { identityCases } from "./IdentityCases.ts"
import { intervalCases } from "./IntervalCases.ts"
import { isolationCases, quarryCases } from "./IsolationCases.ts"
import { joinKindCases } from "./JoinKindCases.ts"
import { nameCases } from "./NameCases.ts"
import { nullCases } from "./NullCases.ts"
import { personCases } from "./PersonCases.ts"
import { placeholderCases } from "./PlaceholderCases.ts"
import { propertyCases } from "./PropertyCases.ts"
import { queryCases } from "./QueryCases.ts"
import { emptyQueryLogCases, queryLogCases } from "./QueryLogCases.ts"
import { referenceForms } from "./ReferenceForms.ts"
import { refusalCases } from "./RefusalCases.ts"
import { savedCases } from "./SavedCases.ts"
import { sessionCases } from "./SessionCases.ts"
import { setCases } from "./SetCases.ts"
import { berlinShapeCases, shapeCases } from "./ShapeCases.ts"
import { filterTableCases, groupNameCases, tableCases } from "./TableCases.ts"
import { textCases } from "./TextCases.ts"
import { totalsCases } from "./TotalsCases.ts"
import { typedPropertyCases } from "./TypedPropertyCases.ts"
import { windowCases } from "./WindowCases.ts"

/** Every group of cases, in the order in which they run. */
export const groups: ReadonlyArray<SqlGroup> = [
  acceptanceCases,
  nullCases,
  conditionCases,
  conversionCases,
  columnCases,
  castCases,
  arithmeticCases,
  unsignedCases,
  decimalCases,
  intervalCases,
  textCases,
  berlinCases,
  utcCases,
  propertyCases,
  typedPropertyCases,
  personCases,
  cohortCases,
  sessionCases,
  sampleCases,
  clauseCases,
  aggregateCases,
  queryCases,
  hiddenTables,
  setCases,
  windowCases,
  joinKindCases,
  arrayCases,
  chainCases,
  arrayEdges,
  groupEdges,
  documentCases,
  identityCases,
  shapeCases,
  berlinShapeCases,
  placeholderCases,
  queryLogCases,
  emptyQueryLogCases,
  filterCases,
  filterTableCases,
  tableCases,
  groupNameCases,
  refusalCases,
  isolationCases,
  quarryCases,
  commandCases,
  exampleCases,
  formCases,
  savedCases,
  referenceForms,
  nameCases,
  groupingCases,
  totalsCases,
  combinatorCases,
  compositeCases,
  correlatedCases
]
