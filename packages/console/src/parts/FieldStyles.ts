/** The styles of fields that the first pages do not have; their order is that of Mantine. */
import "@mantine/core/styles/InlineInput.css"
import "@mantine/core/styles/Combobox.css"
import "@mantine/core/styles/Checkbox.css"
import "@mantine/core/styles/Pill.css"
import "@mantine/core/styles/PillsInput.css"
import "@mantine/core/styles/NumberInput.css"
import "@mantine/core/styles/Switch.css"
