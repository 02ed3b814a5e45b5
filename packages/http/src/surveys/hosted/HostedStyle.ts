/** The style of pages of external surveys, from a phone's width on; the survey's own colours are in the variables. */
export const hostedStyle = `
:root { color-scheme: light; --page: #eef0f4; --card: #ffffff; --text: #111827; --line: #d1d5db; --input: #ffffff;
  --input-text: #111827; --button: #1d4ed8; --button-text: #ffffff; --rating: #f3f4f6; --rating-text: #111827;
  --active: #1d4ed8; --active-text: #ffffff }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; align-items: center; justify-content: center;
  padding: 1.5rem; background: var(--page); color: var(--text); overflow-wrap: anywhere;
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif }
main { width: 100%; max-width: 40rem; padding: 2rem; background-color: var(--card); border-radius: 0.75rem;
  box-shadow: 0 1px 3px #0002, 0 8px 24px #0001 }
h1 { margin: 0 0 1.5rem; font-size: 1.05rem; font-weight: 600; opacity: 0.75 }
h3, .survey-question { display: block; margin: 0; font-size: 1.35rem; font-weight: 650; line-height: 1.35 }
.survey-question-description, .thank-you-message-body { margin: 0.4rem 0 0; opacity: 0.8 }
img { max-width: 100% }
a { color: inherit }
form, fieldset { margin: 0; padding: 0; border: 0; min-width: 0 }
.question-container { display: flex; flex-direction: column; gap: 1.1rem }
.sr-only { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
button, input, textarea { font: inherit; color: inherit }
textarea, input[type="text"] { width: 100%; padding: 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem;
  background-color: var(--input); color: var(--input-text); resize: vertical }
:focus-visible { outline: 3px solid var(--active); outline-offset: 2px }
.validation-hint, .rating-text { font-size: 0.875rem; opacity: 0.75 }
.multiple-choice-options { display: flex; flex-direction: column; gap: 0.6rem }
.multiple-choice-options label { display: block; padding: 0.75rem 0.9rem; border: 1px solid var(--line);
  border-radius: 0.5rem; cursor: pointer }
.multiple-choice-options label:has(input:checked) { border-color: var(--active); box-shadow: 0 0 0 1px var(--active) }
.multiple-choice-options input[type="text"] { margin-top: 0.6rem }
.response-choice { display: flex; gap: 0.7rem; align-items: center }
.response-choice input { flex: none; width: 1.15rem; height: 1.15rem; margin: 0; accent-color: var(--active) }
.rating-text { display: flex; justify-content: space-between; gap: 1rem; margin-top: 0.4rem }
.rating-options-number { display: grid; gap: 0.35rem }
.rating-options-emoji { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.5rem }
.ratings-number { min-height: 2.75rem; padding: 0; border: 1px solid var(--line); border-radius: 0.5rem; cursor: pointer;
  background-color: var(--rating); color: var(--rating-text); font-weight: 600 }
.ratings-number.rating-active { border-color: var(--active); background-color: var(--active); color: var(--active-text) }
.ratings-emoji { padding: 0.25rem; border: 0; border-radius: 0.5rem; background: none; cursor: pointer; opacity: 0.55 }
.ratings-emoji svg { display: block; width: 2.75rem; height: 2.75rem; fill: currentColor }
.ratings-emoji:hover, .ratings-emoji.rating-active { opacity: 1 }
.ratings-emoji.rating-active svg { fill: var(--active) }
.bottom-section { margin-top: 1.5rem }
.form-buttons { display: flex; gap: 0.75rem }
.form-submit, .form-back { width: 100%; min-height: 2.9rem; padding: 0.6rem 1.25rem; border: 0; border-radius: 0.5rem;
  cursor: pointer; background-color: var(--button); color: var(--button-text); font-weight: 600 }
.form-back { width: auto; border: 1px solid var(--line); background: none; color: inherit }
.form-submit:disabled { opacity: 0.5; cursor: not-allowed }
.thank-you-message { text-align: center; outline: 0 }
#survey:empty + .closed { display: block }
.closed { display: none; margin: 0; text-align: center }
@media (max-width: 30rem) {
  body { padding: 0; align-items: stretch; background: var(--card) }
  main { padding: 1.5rem 1.1rem; border-radius: 0; box-shadow: none }
  .rating-options-number:has(> :nth-child(8)) { grid-template-columns: repeat(6, minmax(0, 1fr)) !important }
}
`
