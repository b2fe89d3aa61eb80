{{- define "heliograph.labels" -}}
app.kubernetes.io/name: heliograph
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "heliograph.name" -}}
{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- end -}}
