/** The id of the element with what the script reads: the project's token, the SDK's version and the survey. */
export const dataId = "hosted-survey"

/** The id of the element that the survey is shown in. */
export const placeId = "survey"

/**
 * The script that runs in the page of an external survey, in any browser that the SDK runs in. The text is the same for
 * all surveys, so that the page's policy allows it by its hash. It loads the SDK from where the page comes from,
 * wherever that is mounted.
 */
export const hostedScript = `(function () {
  var data = JSON.parse(document.getElementById("${dataId}").textContent)
  var place = document.getElementById("${placeId}")
  var survey = data.survey
  var look = survey.appearance || {}
  var root = document.documentElement
  var base = location.href.split(/[?#]/)[0].replace(/\\/external_surveys\\/.*$/, "")

  function failed() {
    place.textContent = "The survey could not be loaded. Please try again later."
  }

  // The parts of a text that a browser takes for a colour; undefined for the rest.
  function partsOf(colour) {
    if (typeof colour !== "string") return undefined
    var probe = document.createElement("i")
    probe.style.backgroundColor = colour
    if (probe.style.backgroundColor === "") return undefined
    document.body.appendChild(probe)
    var parts = getComputedStyle(probe).backgroundColor.match(/[\\d.]+/g)
    probe.remove()
    return parts ? parts.map(Number) : undefined
  }

  function paint(name, colour, textName, textColour) {
    var parts = partsOf(colour)
    if (parts) root.style.setProperty(name, colour)
    if (!textName) return
    if (partsOf(textColour)) return root.style.setProperty(textName, textColour)
    if (!parts || parts[3] === 0) return
    var light = 0.299 * parts[0] + 0.587 * parts[1] + 0.114 * parts[2]
    root.style.setProperty(textName, light > 150 ? "#111827" : "#ffffff")
  }

  paint("--card", look.backgroundColor, "--text", look.textColor)
  paint("--button", look.submitButtonColor, "--button-text", look.submitButtonTextColor)
  paint("--input", look.inputBackground, "--input-text", look.inputTextColor)
  paint("--rating", look.ratingButtonColor, "--rating-text")
  paint("--active", look.ratingButtonActiveColor, "--active-text")
  paint("--line", look.borderColor)

  // The parameters of the link beside the person and the answers become properties of the events.
  var properties = {}
  var asked = new URLSearchParams(location.search)
  asked.forEach(function (value, name) {
    if (!/^(?:\\$.*|distinct_id|auto_submit|q\\d+)$/i.test(name)) properties[name] = value
  })

  // A page of its own has no button to close it, and ends with thanks.
  var appearance = Object.assign({}, look, { whiteLabel: true, displayThankYouMessage: true, autoDisappear: false })
  var shown = Object.assign({}, survey, { type: "api", appearance: appearance })
  var isShown = false

  var config = {
    api_host: base,
    persistence: "memory",
    request_batching: false,
    advanced_disable_flags: true,
    advanced_enable_surveys: true,
    disable_surveys_automatic_display: true,
    advanced_disable_toolbar_metrics: true,
    autocapture: false,
    rageclick: false,
    capture_pageview: false,
    capture_pageleave: false,
    capture_performance: false,
    capture_heatmaps: false,
    capture_dead_clicks: false,
    capture_exceptions: false,
    disable_session_recording: true,
    disable_web_experiments: true,
    surveys: { prefillFromUrl: true },
    loaded: function (sdk) {
      sdk.onSurveysLoaded(function () {
        if (isShown) return
        isShown = true
        place.textContent = ""
        sdk.surveys.renderSurvey(shown, "#${placeId}", properties)
        if (place.childNodes.length === 0) failed()
      })
    }
  }
  var person = asked.get("distinct_id")
  if (person) config.bootstrap = { distinctID: person }

  window.posthog = []
  window.posthog._i = [[data.token, config, "posthog"]]
  var script = document.createElement("script")
  script.crossOrigin = "anonymous"
  script.src = base + "/static/array.js" + (data.version ? "?v=" + encodeURIComponent(data.version) : "")
  script.onerror = failed
  document.body.appendChild(script)
})()`
